import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PlatformTag } from '@vitrine/contract';
import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Whom an answer goes to, when that is not the product. */
  replyTo?: string;
  /** In whose house its reader is; told by the address where nothing is said. */
  platform?: PlatformTag | undefined;
  /** Whom it is from, by name; the product where nobody says otherwise. */
  fromName?: string;
}

export interface Mailer {
  /** `id` names the mail: sent again under the same id it is the same mail. */
  send(mail: Mail, id: string): Promise<void>;
}

const FILES_KEPT = 1000;

/** By SMTP when an address is given; otherwise every mail becomes a file and its links go to the console. */
export function createMailer(options: {
  smtpUrl: string | undefined;
  folder: string;
  /** The address that mail comes from. */
  from: string;
  print: (line: string) => void;
}): Mailer {
  if (options.smtpUrl) {
    const transport = createTransport(options.smtpUrl);
    const host = options.from.split('@')[1];
    return { send: async (mail, id) => void (await transport.sendMail({ ...written(mail, options.from), messageId: `<${id}@${host}>` })) };
  }
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail, id) {
      const built = await transport.sendMail(written(mail, options.from));
      await mkdir(options.folder, { recursive: true });
      const file = path.join(options.folder, `${id}.eml`);
      await writeFile(file, built.message as Buffer);
      options.print(`Email to ${mail.to}: ${mail.subject}\n  saved as ${file}`);
      for (const link of mail.text.match(/https?:\/\/\S+/g) ?? []) options.print(`  ${link}`);
      await removeOldest(options.folder);
    },
  };
}

/** Nodemailer takes options of its own beside the mail's; only these are for it. */
const written = ({ fromName = 'Vitrine', to, subject, text, html, replyTo }: Mail, address: string) => ({
  from: { name: fromName, address },
  to,
  subject,
  text,
  html,
  ...(replyTo && { replyTo }),
});

/** Names begin with the time, so the first are the oldest. */
async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  await Promise.all(names.slice(0, Math.max(0, names.length - FILES_KEPT)).map((name) => rm(path.join(folder, name), { force: true })));
}
