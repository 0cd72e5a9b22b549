import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config/config.ts';
import { newId } from './platform/ids.ts';
import { type RunningServer, startServer } from './server.ts';
import { aFreePort, rawFtp } from './testing/ftp-client.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let dataDir: string;
let running: RunningServer | undefined;
const printed: string[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'vitrine-roles-'));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  printed.length = 0;
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(roles: string, ftpPort: number): Promise<RunningServer> {
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', ROLES: roles, FTP_PORT: String(ftpPort), LOG_LEVEL: 'silent' };
  running = await startServer(readConfig(env), (line) => printed.push(line));
  return running;
}

const answersHttp = async (server: RunningServer) => (await fetch(`${server.url}/healthz`)).ok;
const answersFtp = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('data', (greeting) => {
      resolve(greeting.toString().startsWith('220 '));
      socket.destroy();
    });
  });

describe('the role ftp', () => {
  it('runs when configured, and stops with the server', async () => {
    const port = await aFreePort();
    const server = await start('ftp', port);
    expect(await answersFtp(port)).toBe(true);
    const open = await rawFtp(port);
    const goodbye = open.read();
    await server.stop();
    expect(await goodbye).toMatch(/^421 The server is shutting down/);
    expect(await answersFtp(port)).toBe(false);
  });

  it('accepts sign-in without TLS only with FTP_ALLOW_PLAIN=1', async () => {
    const signIn = async (env: Record<string, string>) => {
      const port = await aFreePort();
      const settings = {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PORT: '0',
        ROLES: 'ftp',
        FTP_PORT: String(port),
        LOG_LEVEL: 'silent',
      };
      running = await startServer(readConfig({ ...settings, ...env }), () => undefined);
      const reply = await (await rawFtp(port)).send('USER ana@example.com');
      await running.stop();
      return reply.slice(0, 3);
    };
    expect(await signIn({})).toBe('530');
    expect(await signIn({ FTP_ALLOW_PLAIN: '1' })).toBe('331');
    expect(() => readConfig({ FTP_ALLOW_PLAIN: 'yes' })).toThrow('FTP_ALLOW_PLAIN');
  });

  it('is not reachable without the role', async () => {
    const port = await aFreePort();
    expect(await answersHttp(await start('api', port))).toBe(true);
    expect(await answersFtp(port)).toBe(false);
  });

  it('does not stop the other roles when its port is in use', async () => {
    const otherServer = net.createServer();
    await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
    const { port } = otherServer.address() as net.AddressInfo;
    expect(await answersHttp(await start('api,ftp', port))).toBe(true);
    expect(printed.join('\n')).toContain(`FTP is off because port ${port} is in use.`);
    await expect(
      startServer(
        readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', ROLES: 'ftp', FTP_PORT: String(port) }),
        () => undefined,
      ),
    ).rejects.toThrow('EADDRINUSE');
    await new Promise((resolve) => otherServer.close(resolve));
  });
});

describe('a process with any role', () => {
  const answers = async (path: string): Promise<unknown> => (await fetch(`${running?.url}${path}`)).json();

  it('reports liveness and readiness, for a worker also whether it runs jobs, and serves nothing else', async () => {
    const { url } = await start('worker', 0);
    expect(await answers('/healthz')).toEqual({ error: false, address: '127.0.0.1' });
    await expect.poll(() => answers('/readyz')).toEqual({ error: false, takesJobs: true });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('vitrine_http_request_seconds');
    for (const path of ['/', '/api/v1/albums', '/api/docs']) expect((await fetch(`${url}${path}`)).status).toBe(404);
    expect(printed.join('\n')).toContain(`Vitrine is ready (roles: worker). Health check: ${url}/readyz`);
  });

  it('reports that its port is in use', async () => {
    const { url } = await start('worker', 0);
    const { port } = new URL(url);
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: port, ROLES: 'worker', LOG_LEVEL: 'silent' };
    await expect(startServer(readConfig(env), () => undefined)).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`);
  });

  it('resets the screens of a dead process, without a worker, and keeps those of a running one', async () => {
    const screens = [
      { id: newId(), device_code: 'A00001', secret_hash: Buffer.from('x'), live_process_id: 'dead' },
      { id: newId(), device_code: 'A00002', secret_hash: Buffer.from('x'), live_process_id: 'living' },
      { id: newId(), device_code: 'A00003', secret_hash: Buffer.from('x'), live_process_id: 'silent' },
    ];
    await database.db.insertInto('screens').values(screens).execute();
    const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
    await database.db
      .insertInto('process_heartbeats')
      .values([
        { process_id: 'living', beat_at: secondsAgo(10) },
        { process_id: 'silent', beat_at: secondsAgo(60) },
      ])
      .execute();
    await start('live', 0);
    const holders = async () =>
      (await database.db.selectFrom('screens').select('live_process_id').orderBy('device_code').execute()).map(
        (row) => row.live_process_id,
      );
    await expect.poll(holders).toEqual([null, 'living', null]);
  });
});

describe('the first administrator', () => {
  const findPasswords = () => printed.flatMap((line) => /^Administrator account: \S+\. Password: (\S+) \(/.exec(line)?.[1] ?? []);

  it('gets a random password, which is printed at the first start only', async () => {
    await start('live', 0);
    await running?.stop();
    const [password] = findPasswords();
    expect(Buffer.from(password ?? '', 'base64url')).toHaveLength(12);
    await start('live', 0);
    await running?.stop();
    expect(findPasswords()).toEqual([password]);
    await database.db.updateTable('users').set({ is_super_admin: false, email: 'former@example.com' }).execute();
    await start('live', 0);
    expect(new Set(findPasswords()).size).toBe(2);
  });
});

describe('the configuration of FTP', () => {
  it('requires two ports in order', () => {
    expect(readConfig({ FTP_PASSIVE_PORTS: '50000-50099' }).ftpPassivePorts).toEqual({ first: 50_000, last: 50_099 });
    expect(readConfig({}).ftpPassivePorts).toBeUndefined();
    for (const fault of ['50000', '50099-50000', '0-10', '50000-70000', 'a-b'])
      expect(() => readConfig({ FTP_PASSIVE_PORTS: fault })).toThrow('FTP_PASSIVE_PORTS');
  });
});
