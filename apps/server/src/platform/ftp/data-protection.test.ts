import { constants } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { Client } from 'basic-ftp';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { passivePort, rawFtp, type SecureFtp, secureFtp, upgrade } from '../../testing/ftp-client.ts';
import { loadCertificate } from './certificate.ts';
import type { FileTree } from './file-tree.ts';
import { type FtpServer, type FtpServerOptions, startFtpServer } from './ftp-server.ts';

const SECRET = 'the photo of ana';
const received: string[] = [];
const tree: FileTree = {
  find: async () => ({ name: 'a.jpg', kind: 'file', sizeBytes: SECRET.length, modifiedAt: new Date(0) }),
  list: async () => [],
  read: async () => Readable.from([Buffer.from(SECRET)]),
  beginUpload: async () => ({
    receive: async (source) => void received.push(await text(source)),
    commit: async () => undefined,
    discard: async () => undefined,
  }),
  makeFolder: async () => undefined,
  removeFile: async () => undefined,
  removeFolder: async () => undefined,
  rename: async () => undefined,
};

let folder: string;
let certificate: string;
const running: FtpServer[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-ftp-'));
  certificate = await loadCertificate(path.join(folder, 'certificate.pem'), 'vitrine.test');
});
afterEach(async () => {
  received.length = 0;
  for (const server of running.splice(0)) await server.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(options: Partial<FtpServerOptions> = {}): Promise<number> {
  const signIn = async (_address: string, name: string, password: string) => (password === 'right' ? { userId: name, tree } : undefined);
  const server = await startFtpServer({ host: '127.0.0.1', port: 0, certificate, signIn, log: pino({ level: 'silent' }), ...options });
  running.push(server);
  return server.port;
}

/** Connects to a data port and returns everything that was received until the connection closed. */
async function connectData(port: number, options?: tls.ConnectionOptions & { sends?: string }): Promise<string> {
  const raw = net.connect(port, '127.0.0.1');
  raw.on('error', () => undefined);
  const socket = options ? tls.connect({ socket: raw, rejectUnauthorized: false, ...options }) : raw;
  socket.on('error', () => undefined);
  if (options?.sends !== undefined) socket.end(options.sends);
  let seen = '';
  socket.on('data', (chunk) => {
    seen += chunk.toString();
  });
  await new Promise((resolve) => raw.once('close', resolve));
  return seen;
}

const versions = ['TLSv1.2', 'TLSv1.3'] as const;

describe.each(versions)('a data connection under %s', (maxVersion) => {
  /** Offers the session of this client's control connection. */
  const resuming = (client: SecureFtp) => ({ session: client.session(), maxVersion });
  const openPort = async (client: SecureFtp) => passivePort(await client.send('PASV'));

  it('sends a file only to the client that resumes the session of the control connection', async () => {
    const port = await start();
    const [ana, eve] = [await secureFtp(port, maxVersion), await secureFtp(port, maxVersion, 'eve')];
    const data = await openPort(ana);
    const strangers = [connectData(data), connectData(data, {}), connectData(data, resuming(eve))];
    expect((await Promise.all(strangers.slice(1))).join('')).toBe('');
    expect(await ana.send('RETR a.jpg')).toMatch(/^150/);
    expect(await connectData(data, resuming(ana))).toBe(SECRET);
    expect(await ana.read()).toMatch(/^226/);
    expect(await strangers[0]).toBe('');
  });

  it('stores a file only from the client that resumes the session of the control connection', async () => {
    const port = await start();
    const [ana, eve] = [await secureFtp(port, maxVersion), await secureFtp(port, maxVersion, 'eve')];
    const data = await openPort(ana);
    expect(await ana.send('STOR a.jpg')).toMatch(/^150/);
    await connectData(data, { ...resuming(eve), sends: 'a forgery' });
    await connectData(data, { sends: 'a forgery' });
    await connectData(data, { ...resuming(ana), sends: SECRET });
    expect(await ana.read()).toMatch(/^226/);
    expect(received).toEqual([SECRET]);
  });

  it('cannot be resumed with a session that was obtained on a data port', async () => {
    const ana = await secureFtp(await start({ limits: { dataConnectMs: 500 } }), maxVersion);
    const data = await openPort(ana);
    let session: Buffer | undefined;
    let isAccepted = false;
    const obtain = tls.connect({ port: data, host: '127.0.0.1', rejectUnauthorized: false, maxVersion });
    obtain.on('session', (issued: Buffer) => (session = issued)).on('secureConnect', () => (isAccepted = true));
    obtain.on('error', () => undefined);
    await new Promise((resolve) => obtain.once('close', resolve));
    expect(isAccepted).toBe(false);
    expect(await ana.send('RETR a.jpg')).toMatch(/^150/);
    expect(await connectData(data, { session, maxVersion })).toBe('');
    expect(await ana.read()).toMatch(/^522/);
  });

  it('resumes a session by its id when the client has no tickets', async () => {
    const ana = await secureFtp(await start(), maxVersion, 'ana', constants.SSL_OP_NO_TICKET);
    const data = await openPort(ana);
    expect(await ana.send('RETR a.jpg')).toMatch(/^150/);
    expect(await connectData(data, { ...resuming(ana), secureOptions: constants.SSL_OP_NO_TICKET })).toBe(SECRET);
  });

  it('reports that the session must be resumed when no connection did so in time', async () => {
    const ana = await secureFtp(await start({ limits: { dataConnectMs: 300 } }), maxVersion);
    const data = await openPort(ana);
    expect(await ana.send('RETR a.jpg')).toMatch(/^150/);
    expect(await connectData(data, {})).toBe('');
    expect(await ana.read()).toBe('522 The data connection must resume the TLS session of the control connection (TLS session reuse).');
    expect(await ana.send('NOOP')).toMatch(/^200/);
  });

  it('must resume the session in active mode too', async () => {
    const ana = await secureFtp(await start(), maxVersion);
    const listener = net.createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as net.AddressInfo;
    const listen = async (options: tls.ConnectionOptions = {}) => {
      const accepted = new Promise<net.Socket>((resolve) => listener.once('connection', resolve));
      expect(await ana.send(`EPRT |1|127.0.0.1|${port}|`)).toMatch(/^200/);
      expect(await ana.send('RETR a.jpg')).toMatch(/^150/);
      const client = tls.connect({ socket: await accepted, rejectUnauthorized: false, ...options });
      client.on('error', () => undefined);
      return [await text(client).catch(() => ''), (await ana.read()).slice(0, 3)];
    };
    expect(await listen()).toEqual(['', '522']);
    expect(await listen(resuming(ana))).toEqual([SECRET, '226']);
    listener.close();
  });

  it('is opened by the client even while silent connections occupy its port', async () => {
    const ana = await secureFtp(await start(), maxVersion);
    const data = await openPort(ana);
    const silent = Array.from({ length: 50 }, () => net.connect(data, '127.0.0.1').on('error', () => undefined));
    await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await ana.send('RETR a.jpg')).toMatch(/^150/);
    expect(await connectData(data, resuming(ana))).toBe(SECRET);
    await expect.poll(() => silent.every((socket) => socket.closed)).toBe(true);
  });
});

it('ends a transfer after a hundred connections of other programs', async () => {
  const ana = await secureFtp(await start());
  const data = passivePort(await ana.send('PASV'));
  expect(await ana.send('RETR a.jpg')).toMatch(/^150/);
  await Promise.allSettled(Array.from({ length: 101 }, () => connectData(data)));
  expect(await ana.read()).toBe('425 Too many other connections were made to the data port.');
});

describe('a server that requires TLS', () => {
  it('accepts no name or password without encryption', async () => {
    const raw = await rawFtp(await start());
    for (const line of ['USER ana', 'PASS right']) expect(await raw.send(line)).toMatch(/^530 Please use TLS/);
    expect(await raw.send('PWD')).toMatch(/^530/);
    await raw.send('AUTH TLS');
    expect(await (await upgrade(raw)).send('USER ana')).toMatch(/^331/);
  });

  it('refuses TLS before version 1.2', async () => {
    const raw = await rawFtp(await start());
    await raw.send('AUTH TLS');
    const older = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const secure = tls.connect({ socket: raw.socket, rejectUnauthorized: false, ...older });
    const refused = new Promise<Error & { code?: string }>((resolve) => secure.once('error', resolve));
    expect((await refused).code).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
  });

  it('transfers no data without encryption', async () => {
    const raw = await rawFtp(await start());
    await raw.send('AUTH TLS');
    const ana = await upgrade(raw);
    for (const line of ['USER ana', 'PASS right']) await ana.send(line);
    for (const line of ['PASV', 'EPSV', 'PORT 127,0,0,1,100,0']) expect(await ana.send(line)).toMatch(/^521 Send PROT P first/);
    expect(await ana.send('PROT C')).toMatch(/^534/);
    expect(await ana.send('RETR a.jpg')).toMatch(/^425/);
    expect(await ana.send('PROT P')).toMatch(/^200/);
    expect(await ana.send('EPSV')).toMatch(/^229/);
  });
});

it('closes a data port that was opened before the protection was changed', async () => {
  const ana = await secureFtp(await start({ isPlainAllowed: true }));
  await ana.send('PROT C');
  expect(await ana.send('EPSV')).toMatch(/^229/);
  await ana.send('PROT P');
  expect(await ana.send('RETR a.jpg')).toMatch(/^425/);
});

it('supports a client library that resumes sessions, for several transfers', async () => {
  const client = new Client();
  const secureOptions = { rejectUnauthorized: false };
  await client.access({ host: '127.0.0.1', port: await start(), user: 'ana', password: 'right', secure: true, secureOptions });
  for (let at = 0; at < 3; at++) await client.uploadFrom(Readable.from([SECRET]), 'a.jpg');
  expect(received).toEqual([SECRET, SECRET, SECRET]);
  client.close();
});
