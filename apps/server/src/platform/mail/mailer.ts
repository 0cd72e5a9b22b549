import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PlatformTag } from '@vitrine/contract';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Reply-to address, if different from the sender. */
  replyTo?: string;
  /** Address to which email programs post to end emails of this kind (RFC 8058). */
  stopUrl?: string | undefined;
  /** Platform of the reader; by default that of the address. */
  platform?: PlatformTag | undefined;
  /** Name of the sender; by default the product's. */
  fromName?: string;
}

export interface Mailer {
  /** Sends an email. `id` identifies it, so that a repeated email is recognized as a duplicate. */
  send(mail: Mail, id: string): Promise<void>;
}

const MAX_MAIL_FILES = 1000;

/** Loaded with the first email, because it takes 15 MB of memory and a tenth of a second. */
const loadNodemailer = () => import('nodemailer');

/** Returns the result of the first call for every call. */
function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined;
  return () => (created ??= { value: create() }).value;
}

/** Sends by SMTP when an address is given; otherwise stores each email as a file and prints its links to the console. */
export function createMailer(options: {
  smtpUrl: string | undefined;
  folder: string;
  /** Address of the sender. */
  from: string;
  printLine: (line: string) => void;
}): Mailer {
  if (options.smtpUrl) {
    const { smtpUrl } = options;
    const getTransport = once(async () => (await loadNodemailer()).createTransport(smtpUrl));
    const host = options.from.split('@')[1];
    return {
      async send(mail, id) {
        const transport = await getTransport();
        await transport.sendMail({ ...toNodemailerOptions(mail, options.from), messageId: `<${id}@${host}>` });
      },
    };
  }
  const getTransport = once(async () => (await loadNodemailer()).createTransport({ streamTransport: true, buffer: true }));
  return {
    async send(mail, id) {
      const transport = await getTransport();
      const built = await transport.sendMail(toNodemailerOptions(mail, options.from));
      await mkdir(options.folder, { recursive: true });
      const file = path.join(options.folder, `${id}.eml`);
      await writeFile(file, built.message as Buffer);
      options.printLine(`Email to ${mail.to}: ${mail.subject}\n  saved as ${file}`);
      for (const link of mail.text.match(/https?:\/\/\S+/g) ?? []) options.printLine(`  ${link}`);
      await deleteOldestFiles(options.folder);
    },
  };
}

/** Pass only the email's own fields, because Nodemailer has further options. */
const toNodemailerOptions = ({ fromName = 'Vitrine', to, subject, text, html, replyTo, stopUrl }: Mail, address: string) => ({
  from: { name: fromName, address },
  to,
  subject,
  text,
  html,
  ...(replyTo && { replyTo }),
  ...(stopUrl && { list: { unsubscribe: stopUrl }, headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }),
});

/** Names begin with the time, so the first are the oldest. */
async function deleteOldestFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  await Promise.all(names.slice(0, Math.max(0, names.length - MAX_MAIL_FILES)).map((name) => rm(path.join(folder, name), { force: true })));
}
