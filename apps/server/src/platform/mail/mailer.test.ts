import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { createMailer } from './mailer.ts';

const mail = { to: 'ana@example.com', subject: 'Hello', text: 'Open https://vitrine.test/x?a=1&b=2', html: '<p>Open it</p>' };

it('without an SMTP server, stores each email as one file and prints its links', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-mail-'));
  const printed: string[] = [];
  const mailer = createMailer({ smtpUrl: undefined, folder, from: 'no-reply@vitrine.test', printLine: (line) => printed.push(line) });
  await mailer.send(mail, 'first');
  // Simulates a job that was interrupted after sending and runs again.
  await mailer.send(mail, 'first');
  const [name = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  const parsed = await PostalMime.parse(await readFile(path.join(folder, name)));
  expect(parsed).toMatchObject({ subject: 'Hello', to: [{ address: 'ana@example.com' }] });
  expect(parsed.text).toContain('https://vitrine.test/x?a=1&b=2');
  expect(printed.join('\n')).toContain('  https://vitrine.test/x?a=1&b=2');
  await rm(folder, { recursive: true });
});

it('sends by SMTP with the id of the email as Message-ID', async () => {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      stream.on('data', (chunk: Buffer) => received.push(chunk.toString()));
      stream.on('end', callback);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    folder: '/nowhere',
    from: 'no-reply@vitrine.test',
    printLine: () => undefined,
  });
  await mailer.send({ ...mail, stopUrl: 'https://vitrine.test/api/emails/stop?token=abc' }, 'first');
  expect(received.join('')).toContain('Subject: Hello');
  expect(received.join('')).toContain('List-Unsubscribe: <https://vitrine.test/api/emails/stop?token=abc>');
  expect(received.join('')).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(received.join('')).toContain('Message-ID: <first@vitrine.test>');
  await new Promise<void>((resolve) => server.close(resolve));
});
