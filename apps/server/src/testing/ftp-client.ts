import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import type { FtpAccount } from '@vitrine/contract';
import { Client } from 'basic-ftp';
import pino from 'pino';
import { loadCertificate } from '../platform/ftp/certificate.ts';
import type { FtpLimits } from '../platform/ftp/ftp-limits.ts';
import { type FtpServer, startFtpServer } from '../platform/ftp/ftp-server.ts';
import type { TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** Starts the product's FTP server for a test app on a free port. It also accepts clients without TLS, such as `rawFtp`. */
export async function startTestFtp(test: TestApp, limits: Partial<FtpLimits> = {}): Promise<FtpServer> {
  return startFtpServer({
    host: '127.0.0.1',
    port: 0,
    certificate: await loadCertificate(path.join(test.dataDir, 'ftp', 'certificate.pem'), 'vitrine.test'),
    isPlainAllowed: true,
    signIn: test.modules.ftpSignIn,
    log: pino({ level: 'silent' }),
    limits,
  });
}

/** Signs in with the person's FTP account, which is created if it does not exist. */
export async function connectFtpClient(server: FtpServer, person: TestPerson, { secure = true } = {}): Promise<Client> {
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

/** Opens a control connection without a client library, for commands that real clients do not send. */
export async function rawFtp(port: number) {
  const socket = net.connect({ port, host: '127.0.0.1' });
  const raw = createFtpConversation(socket);
  await raw.read();
  return raw;
}

function createFtpConversation<T extends net.Socket>(socket: T) {
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
  /** Returns the next complete reply. */
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
  return {
    socket,
    closed,
    read,
    async send(line: string): Promise<string> {
      socket.write(`${line}\r\n`);
      return read();
    },
  };
}

export type RawFtp = Awaited<ReturnType<typeof rawFtp>>;

/** Performs the TLS handshake after the server has accepted AUTH. */
export async function upgrade(raw: RawFtp, maxVersion: tls.SecureVersion = 'TLSv1.3', secureOptions = 0) {
  raw.socket.removeAllListeners('data');
  const socket = tls.connect({ socket: raw.socket, rejectUnauthorized: false, maxVersion, secureOptions });
  let session: Buffer | undefined;
  socket.on('session', (issued: Buffer) => (session = issued));
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
  /** Returns the session that data connections resume. */
  return { ...createFtpConversation(socket), session: (): Buffer | undefined => session ?? socket.getSession() };
}

export type SecureFtp = Awaited<ReturnType<typeof upgrade>>;

/** Signs in to a server whose only password is `right`, under TLS, and protects data connections. */
export async function secureFtp(port: number, version: tls.SecureVersion = 'TLSv1.3', name = 'ana', secureOptions = 0) {
  const raw = await rawFtp(port);
  await raw.send('AUTH TLS');
  const secure = await upgrade(raw, version, secureOptions);
  for (const line of [`USER ${name}`, 'PASS right', 'PROT P']) await secure.send(line);
  return secure;
}

/** Parses the port of a reply to PASV. */
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
