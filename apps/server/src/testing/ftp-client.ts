import net from 'node:net';
import path from 'node:path';
import type { FtpAccount } from '@vitrine/contract';
import { Client } from 'basic-ftp';
import pino from 'pino';
import { loadCertificate } from '../platform/ftp/certificate.ts';
import type { FtpLimits } from '../platform/ftp/ftp-limits.ts';
import { type FtpServer, startFtpServer } from '../platform/ftp/ftp-server.ts';
import type { TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** The product's FTP server in front of a test's product, on a port of its own. */
export async function startTestFtp(test: TestApp, limits: Partial<FtpLimits> = {}): Promise<FtpServer> {
  return startFtpServer({
    host: '127.0.0.1',
    port: 0,
    certificate: await loadCertificate(path.join(test.dataDir, 'ftp', 'certificate.pem'), 'vitrine.test'),
    signIn: test.modules.ftpSignIn,
    log: pino({ level: 'silent' }),
    limits,
  });
}

/** Signed in with the FTP account of this person, which is made where it is missing. */
export async function ftpClientOf(server: FtpServer, person: TestPerson, { secure = false } = {}): Promise<Client> {
  const account = (await person.call('POST', '/users/ftp/server', { email: person.email, password: person.password })).json<{
    result: FtpAccount;
  }>().result;
  const client = new Client(15_000);
  await client.access({
    host: '127.0.0.1',
    port: server.port,
    user: account.email,
    password: account.ftpPassword ?? '',
    secure,
    secureOptions: { rejectUnauthorized: false },
  });
  return client;
}

/** A control connection by hand, for what no proper client says. */
export async function rawFtp(port: number) {
  const socket = net.connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  let text = '';
  let seen = 0;
  let wake = () => undefined as void;
  socket.on('data', (chunk) => {
    text += chunk.toString();
    wake();
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  void closed.then(() => wake());
  /** The next complete reply. */
  const read = async (): Promise<string> => {
    for (;;) {
      const found = /^(?:\d{3}-[^]*?^)?\d{3} [^\n]*\n/m.exec(text.slice(seen));
      if (found) {
        seen += found.index + found[0].length;
        return found[0].trim();
      }
      if (socket.destroyed) return '';
      await new Promise<void>((resolve) => {
        wake = () => resolve();
      });
    }
  };
  await read();
  return {
    socket,
    closed,
    read,
    async say(line: string): Promise<string> {
      socket.write(`${line}\r\n`);
      return read();
    },
  };
}

export type RawFtp = Awaited<ReturnType<typeof rawFtp>>;

/** Where a reply to PASV says to connect. */
export function passivePort(reply: string): number {
  const numbers = /\((.*)\)/.exec(reply)?.[1]?.split(',').map(Number) ?? [];
  return (numbers[4] ?? 0) * 256 + (numbers[5] ?? 0);
}

export async function aFreePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
