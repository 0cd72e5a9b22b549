import net from 'node:net';
import tls from 'node:tls';
import type { FtpAccount, Media } from '@vitrine/contract';
import { passivePort, rawFtp, type SecureFtp, upgrade } from '../../apps/server/src/testing/ftp-client.ts';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';
import { assert } from './round.ts';

const ALBUM = 'Sent by FTP';
const IDLE_CONNECTIONS = 300;
/** Connections that one client address may have, as in `FTP_LIMITS`. */
const PER_ADDRESS = 40;
const IDLE_LIMIT_MS = 75_000;

const createFtpAccount = (person: ApiPerson): Promise<FtpAccount> =>
  person.request('PUT', '/users/ftp/server', { password: person.password });

/** Signs in under TLS with a new FTP password of this person. */
async function signIn(person: ApiPerson): Promise<SecureFtp> {
  const account = await createFtpAccount(person);
  const raw = await rawFtp(account.ftpPort);
  await raw.send('AUTH TLS');
  const client = await upgrade(raw);
  for (const line of [`USER ${account.email}`, `PASS ${account.ftpPassword}`, 'PROT P', `CWD ${ALBUM}`]) {
    const reply = await client.send(line);
    assert(reply.startsWith('2') || reply.startsWith('331'), `${line.split(' ')[0]} returned ${reply}`);
  }
  return client;
}

/** Connects to a data port, sends the bytes, and returns the number of bytes received until the connection ended. */
async function connectData(port: number, options?: { session?: Buffer | undefined; bytesToSend?: Buffer }): Promise<number> {
  const raw = net.connect(port, '127.0.0.1');
  raw.on('error', () => undefined);
  const socket = options ? tls.connect({ socket: raw, rejectUnauthorized: false, session: options.session }) : raw;
  socket.on('error', () => undefined);
  if (options?.bytesToSend) socket.end(options.bytesToSend);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await new Promise((resolve) => raw.once('close', resolve));
  return bytes;
}

async function prepare(person: ApiPerson): Promise<string> {
  await person.call('POST', '/users/ftp/server', {});
  const { _id } = await person.request<{ _id: string }>('POST', '/albums', { name: ALBUM });
  return _id;
}

/** Connects first to each data port from the same address: in clear text, with TLS and with a different TLS session. */
export const stealFtpData: Attack = {
  name: 'ftp data connections taken by a stranger',
  async run(attacker, other) {
    const albumId = await prepare(other);
    await prepare(attacker);
    const [victim, stranger] = [await signIn(other), await signIn(attacker)];
    const photo = await aJpeg();
    const connectAsStranger = async (port: number, bytesToSend?: Buffer) => {
      const plainReceived = connectData(port);
      const received = [
        await connectData(port, { ...(bytesToSend && { bytesToSend }) }),
        await connectData(port, { session: stranger.session(), ...(bytesToSend && { bytesToSend }) }),
      ];
      return { received, plainReceived };
    };

    const uploadPort = passivePort(await victim.send('PASV'));
    await victim.send('STOR mine.jpg');
    const uploadThieves = await connectAsStranger(uploadPort, Buffer.from('a forgery'));
    await connectData(uploadPort, { session: victim.session(), bytesToSend: photo });
    const stored = await victim.read();
    assert(stored.startsWith('226'), `the owner's upload returned ${stored}`);
    const media = await other.request<Media[]>('GET', `/medias/${albumId}`);
    assert(media.length === 1 && media[0]?.mediaFile.size === photo.length, 'the album does not contain exactly the file of its owner');

    const downloadPort = passivePort(await victim.send('PASV'));
    await victim.send('RETR mine.jpg');
    const downloadThieves = await connectAsStranger(downloadPort);
    const bytes = await connectData(downloadPort, { session: victim.session() });
    assert(bytes === photo.length, `the owner received ${bytes} of ${photo.length} bytes`);
    const stolen = [
      ...uploadThieves.received,
      ...downloadThieves.received,
      await uploadThieves.plainReceived,
      await downloadThieves.plainReceived,
    ];
    assert(
      stolen.every((count) => count === 0),
      `a stranger received ${Math.max(...stolen)} bytes`,
    );
    for (const { socket } of [victim, stranger]) socket.destroy();
  },
};

/** Requests data connections to other machines, and sends a name and a password without TLS. */
export const misuseFtp: Attack = {
  name: 'ftp towards other addresses, and without TLS',
  async run(attacker) {
    await prepare(attacker);
    const client = await signIn(attacker);
    for (const line of ['PORT 10,0,0,1,100,0', 'PORT 127,0,0,2,100,0', 'EPRT |1|10.0.0.1|25600|', 'EPRT |2|::2|25600|']) {
      const reply = await client.send(line);
      assert(reply.startsWith('504'), `${line} returned ${reply}`);
    }
    const unprotected = await client.send('PROT C');
    assert(unprotected.startsWith('534'), `PROT C returned ${unprotected}`);
    client.socket.destroy();
    const account = await createFtpAccount(attacker);
    const plainClient = await rawFtp(account.ftpPort);
    for (const line of [`USER ${account.email}`, `PASS ${account.ftpPassword}`]) {
      const reply = await plainClient.send(line);
      assert(reply.startsWith('530'), `${line.split(' ')[0]} without TLS returned ${reply}`);
    }
    plainClient.socket.destroy();
  },
};

/** Opens hundreds of control connections from one address without signing in. Another address must still be able to sign in. */
export const exhaustFtpConnections: Attack = {
  name: 'ftp connections that are held open',
  async run(attacker, other) {
    await prepare(attacker);
    await other.call('POST', '/users/ftp/server', {});
    const { ftpPort } = await createFtpAccount(attacker);
    const greetings: string[] = [];
    const opened = Array.from({ length: IDLE_CONNECTIONS }, () => {
      const socket = net.connect({ port: ftpPort, host: '127.0.0.1', localAddress: '127.0.0.3' });
      return socket.on('error', () => undefined).once('data', (greeting) => greetings.push(greeting.toString()));
    });
    await until('all connections are accepted or refused', async () => greetings.length === IDLE_CONNECTIONS);
    const admitted = greetings.filter((greeting) => greeting.startsWith('220')).length;
    assert(admitted <= PER_ADDRESS, `${admitted} connections of one address were admitted`);
    const victim = await signIn(attacker);
    victim.socket.destroy();
    await until('all connections are closed', async () => opened.every((socket) => socket.closed), IDLE_LIMIT_MS);
  },
};
