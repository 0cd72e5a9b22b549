import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Duplex, Readable } from 'node:stream';
import tls from 'node:tls';
import { Client } from 'basic-ftp';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aFreePort, passivePort, type RawFtp, rawFtp, secureFtp, upgrade } from '../../testing/ftp-client.ts';
import { loadCertificate } from './certificate.ts';
import type { FileTree, TreeEntry } from './file-tree.ts';
import { type FtpServer, type FtpServerOptions, startFtpServer } from './ftp-server.ts';

const at = new Date('2026-02-03T04:05:06Z');
const entries: TreeEntry[] = [
  { name: 'Été "26"', kind: 'folder', sizeBytes: 0, modifiedAt: at },
  { name: 'a b.jpg', kind: 'file', sizeBytes: 5, modifiedAt: at },
];
/** A read-only tree with one folder and one file. */
const tree: FileTree = {
  find: async (where) =>
    where.length === 0 ? { name: '/', kind: 'folder', sizeBytes: 0, modifiedAt: at } : entries.find((entry) => entry.name === where[0]),
  list: async (where) => (where.length === 0 ? entries : []),
  read: async (_path, startByte) => Readable.from([Buffer.from('hello').subarray(startByte)]),
  beginUpload: async () => Promise.reject(new Error('a secret of the server')),
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
  for (const server of running.splice(0)) await server.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts a server that also accepts clients without TLS, unless the options disable that. */
async function start(options: Partial<FtpServerOptions> = {}): Promise<number> {
  const signIn = async (_address: string, name: string, password: string) => (password === 'right' ? { userId: name, tree } : undefined);
  const log = pino({ level: 'silent' });
  const server = await startFtpServer({ host: '127.0.0.1', port: 0, certificate, signIn, log, isPlainAllowed: true, ...options });
  running.push(server);
  return server.port;
}

async function signedIn(port: number, name = 'ana'): Promise<RawFtp> {
  const raw = await rawFtp(port);
  await raw.send(`USER ${name}`);
  expect(await raw.send('PASS right')).toMatch(/^230/);
  return raw;
}

async function collect(port: number, localAddress?: string): Promise<string> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

describe('a data connection', () => {
  it('is sent only to the client itself', async () => {
    const raw = await signedIn(await start());
    for (const command of [
      'PORT 10,0,0,1,100,0',
      'PORT 127,0,0,2,100,0',
      'EPRT |1|10.0.0.1|25600|',
      'EPRT |2|::2|25600|',
      'EPRT |1|example.com|25600|',
    ])
      expect(await raw.send(command)).toBe('504 Data connections are limited to your own address.');
    expect(await raw.send('PORT 127,0,0,1,0,25')).toBe('504 Data connections to this port are not allowed.');
    expect(await raw.send('PORT 127,0,0,1,0')).toMatch(/^501/);
    expect(await raw.send('PORT 127,0,0,1,1e2,0x9')).toMatch(/^501/);
    expect(await raw.send('LIST')).toMatch(/^425/);
  });

  it('may be opened by the server, to a port of the client', async () => {
    const raw = await signedIn(await start());
    const listener = net.createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const text = new Promise<string>((resolve) => {
      listener.once('connection', (socket) => socket.on('data', (chunk) => resolve(chunk.toString())).resume());
    });
    const { port } = listener.address() as net.AddressInfo;
    expect(await raw.send(`PORT 127,0,0,1,${port >> 8},${port & 255}`)).toMatch(/^200/);
    expect(await raw.send('NLST')).toMatch(/^150/);
    expect(await text).toBe('Été "26"\r\na b.jpg\r\n');
    expect(await raw.read()).toMatch(/^226/);
    listener.close();
  });

  it('is accepted only from the client itself', async () => {
    const raw = await signedIn(await start());
    const port = passivePort(await raw.send('PASV'));
    expect(await collect(port, '127.0.0.2')).toBe('');
    const mine = collect(port);
    expect(await raw.send('NLST')).toMatch(/^150/);
    expect(await mine).toContain('a b.jpg');
  });

  it('times out when the client never opens it', async () => {
    const raw = await signedIn(await start({ limits: { dataConnectMs: 50 } }));
    const port = passivePort(await raw.send('PASV'));
    expect(await raw.send('LIST')).toMatch(/^150/);
    expect(await raw.read()).toMatch(/^425/);
    await expect(new Promise((resolve, reject) => net.connect(port, '127.0.0.1', () => resolve(0)).on('error', reject))).rejects.toThrow();
    expect(await raw.send('NOOP')).toMatch(/^200/);
  });

  it('uses the configured ports, and reports when they are used up', async () => {
    const only = await aFreePort();
    const port = await start({ passivePorts: { first: only, last: only } });
    const [first, second] = [await signedIn(port), await signedIn(port)];
    expect(passivePort(await first.send('PASV'))).toBe(only);
    expect(await second.send('PASV')).toBe('425 All data ports are in use. Try again in a moment.');
    first.socket.destroy();
    await expect.poll(() => second.send('EPSV')).toBe(`229 Entering extended passive mode (|||${only}|).`);
  });

  it('is closed when no data flows', async () => {
    const raw = await signedIn(await start({ limits: { dataStallMs: 50 }, signIn: async () => ({ userId: 'ana', tree: endless }) }));
    const port = passivePort(await raw.send('PASV'));
    const socket = net.connect(port, '127.0.0.1');
    expect(await raw.send('RETR a b.jpg')).toMatch(/^150/);
    expect(await raw.read()).toBe('426 The transfer was interrupted.');
    socket.destroy();
  });
});

const endless: FileTree = { ...tree, read: async () => new Readable({ read: () => undefined }) };

describe('listings and errors', () => {
  it('contain the same entries in every listing format', async () => {
    const client = new Client();
    await client.access({ host: '127.0.0.1', port: await start(), user: 'ana', password: 'right' });
    const listed = [await client.list()];
    client.availableListCommands = ['LIST'];
    listed.push(await client.list());
    for (const list of listed) {
      expect(list.map(({ name, type, size }) => [name, type, size])).toEqual([
        ['Été "26"', 2, 0],
        ['a b.jpg', 1, 5],
      ]);
    }
    expect(listed[0]?.[1]?.modifiedAt).toEqual(at);
    expect(await client.lastMod('a b.jpg')).toEqual(at);
    await client.cd('Été "26"');
    expect((await client.send('PWD')).message).toBe('257 "/Été ""26""" is the current folder.');
    client.close();
  });

  it('do not reveal internal errors', async () => {
    const raw = await signedIn(await start());
    await raw.send('PASV');
    expect(await raw.send('STOR a.jpg')).toBe('451 Something went wrong on our side. We’ve logged the error. Try again later.');
  });
});

describe('commands', () => {
  it('are parsed regardless of how the network splits them', async () => {
    const raw = await rawFtp(await start());
    raw.socket.setNoDelay(true);
    for (const part of ['US', 'ER a', 'na\r', '\nPASS right\r\nNO', 'OP\n']) {
      raw.socket.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([await raw.read(), await raw.read(), await raw.read()].map((reply) => reply.slice(0, 3))).toEqual(['331', '230', '200']);
  });

  it('end the connection when they are too long or too many', async () => {
    const port = await start();
    const long = await rawFtp(port);
    expect(await long.send('A'.repeat(5000))).toBe('500 This command is too long.');
    await long.closed;
    const many = await rawFtp(port);
    many.socket.write('NOOP\r\n'.repeat(1000));
    await many.closed;
  });

  it.each([
    '',
    'XYZZY',
    'SITE EXEC sh',
    'REST x',
    'TYPE E',
    'MODE Z',
    'CWD',
    'OPTS X',
    'REST 99999999999999999',
    'CWD a\0b',
    'toString',
    '__proto__',
  ])('respond to %j with an error and keep the connection usable', async (line) => {
    const raw = await signedIn(await start());
    expect(await raw.send(line)).toMatch(/^5\d\d /);
    expect(await raw.send('NOOP')).toMatch(/^200/);
  });

  it('require a sign-in', async () => {
    const raw = await rawFtp(await start());
    for (const command of ['PWD', 'PASV', 'EPSV', 'PORT 127,0,0,1,100,0', 'LIST', 'MLSD', 'STOR a', 'RETR a', 'DELE a', 'MKD a', 'SIZE a'])
      expect(await raw.send(command)).toBe('530 Sign in first.');
    expect(await raw.send('PASS right')).toMatch(/^503/);
  });
});

describe('TLS', () => {
  it('discards earlier input, including commands injected after AUTH', async () => {
    const raw = await signedIn(await start());
    raw.socket.write('AUTH TLS\r\nUSER eve\r\nPASS right\r\n');
    expect(await raw.read()).toMatch(/^234/);
    const secure = await upgrade(raw);
    expect(await secure.send('PWD')).toBe('530 Sign in first.');
    expect(await secure.send('PROT P')).toMatch(/^200/);
    secure.socket.destroy();
  });

  it('ends only the connection that sends invalid TLS data', async () => {
    const port = await start();
    const raw = await rawFtp(port);
    await raw.send('AUTH TLS');
    raw.socket.write('NOOP, I said\r\n');
    await raw.closed;
    expect(await (await signedIn(port)).send('NOOP')).toMatch(/^200/);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    '%s sends close_notify after the data, so that clients can detect truncation',
    async (version) => {
      const secure = await secureFtp(await start(), version);
      const data = openRecordedConnection(passivePort(await secure.send('PASV')));
      const client = tls.connect({ socket: data.stream, session: secure.session(), maxVersion: version, rejectUnauthorized: false });
      void secure.send('NLST');
      let text = '';
      for await (const chunk of client) text += String(chunk);
      expect(text).toContain('a b.jpg');
      // The last record is the encrypted two-byte alert.
      expect(data.lastRecord()).toEqual(version === 'TLSv1.3' ? { type: 23, bytes: 19 } : { type: 21, bytes: 26 });
      secure.socket.destroy();
    },
  );

  it('keeps one certificate per installation, readable by its owner only', async () => {
    const file = path.join(folder, 'shared', 'certificate.pem');
    const [one, two] = await Promise.all([loadCertificate(file, 'vitrine.test'), loadCertificate(file, 'vitrine.test')]);
    expect(one).toBe(two);
    expect(await readFile(file, 'utf8')).toBe(one);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

/** Opens a connection that records the received bytes. */
function openRecordedConnection(port: number) {
  const socket = net.connect(port, '127.0.0.1');
  let seen = Buffer.alloc(0);
  const stream = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, () => done()),
    final: (done) => void socket.end(() => done()),
  });
  socket.on('data', (chunk) => {
    seen = Buffer.concat([seen, chunk]);
    stream.push(chunk);
  });
  socket.on('end', () => stream.push(null));
  const lastRecord = () => {
    let start = 0;
    for (let next = 0; next < seen.length; next += 5 + seen.readUInt16BE(next + 3)) start = next;
    return { type: seen[start], bytes: seen.readUInt16BE(start + 3) };
  };
  return { stream, lastRecord };
}

describe('connections', () => {
  it('are limited per account and per address', async () => {
    const port = await start({ limits: { connectionsPerUser: 2, connectionsPerAddress: 4 } });
    const first = await signedIn(port);
    await signedIn(port);
    const third = await rawFtp(port);
    await third.send('USER ana');
    expect(await third.send('PASS right')).toBe('421 Too many connections for this account. Close one first.');
    await third.closed;
    await signedIn(port, 'bob');
    await signedIn(port, 'bob');
    expect(await collect(port)).toBe('421 Too many connections. Please try again in a moment.\r\n');
    first.socket.destroy();
    await expect.poll(async () => (await rawFtp(port)).send('NOOP')).toMatch(/^200/);
  });

  it('are limited to 40 of a client network and 200 in total', async () => {
    const port = await start();
    const greet = (localAddress: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = net.connect({ port, host: '127.0.0.1', localAddress });
        socket.once('data', (line) => resolve(line.toString().slice(0, 3))).on('error', reject);
      });
    for (let host = 1; host <= 5; host++) {
      const codes = await Promise.all(Array.from({ length: 41 }, () => greet(`127.0.0.${host}`)));
      expect(codes.filter((code) => code === '220')).toHaveLength(40);
    }
    expect(await greet('127.0.0.6')).toBe('421');
  });

  it('end when they are idle, do not sign in, or send wrong passwords', async () => {
    const port = await start({ limits: { idleMs: 60, signInMs: 200 } });
    const silent = await signedIn(port);
    expect(await silent.read()).toBe('421 Connection timed out. Goodbye.');
    const hidden = new Client();
    await hidden.access({
      host: '127.0.0.1',
      port,
      user: 'ana',
      password: 'right',
      secure: true,
      secureOptions: { rejectUnauthorized: false },
    });
    await expect.poll(() => hidden.closed).toBe(true);
    const busy = await rawFtp(port);
    const asking = setInterval(() => busy.socket.write('NOOP\r\n'), 20);
    await busy.closed;
    clearInterval(asking);
    const guessing = await rawFtp(port);
    for (const guess of ['a', 'b', 'c']) {
      await guessing.send('USER ana');
      expect(await guessing.send(`PASS ${guess}`)).toMatch(/^530/);
    }
    await guessing.closed;
  });
});
