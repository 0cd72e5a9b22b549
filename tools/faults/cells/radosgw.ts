/**
 * Ceph's S3 server from the packages `radosgw`, `ceph-mon`, `ceph-osd` and `ceph-common`: one monitor and one in-memory object store in a separate folder.
 * Unlike the server of the tests it checks signatures, the MD5 and minimum size of parts, and conditional writes.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createBucket, type TestS3, testBucket } from '../../../apps/server/src/testing/s3-server.ts';
import { until } from '../../../e2e/until.ts';
import { findPorts } from './ports.ts';

const run = promisify(execFile);
const KEYS = { id: 'VITRINEFAULTS', secret: 'not-a-real-secret' };
const BUCKET = 'walls';
/** Capacity for all objects, in memory. */
const STORE_BYTES = 8e9;

const configuration = (folder: string, id: string, monitorPort: number, port: number) => `[global]
fsid = ${id}
mon initial members = a
mon host = v1:127.0.0.1:${monitorPort}
auth cluster required = none
auth service required = none
auth client required = none
mon allow pool size one = true
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = ${STORE_BYTES}
mon data = ${folder}/mon
osd data = ${folder}/osd
run dir = ${folder}
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid
keyring = ${folder}/keyring
crash dir = ${folder}/crash
[client.store]
rgw data = ${folder}/gateway
rgw frontends = beast endpoint=127.0.0.1:${port}
`;

export async function startRadosgw(): Promise<TestS3> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-radosgw-'));
  const running: ChildProcess[] = [];
  const close = async () => {
    for (const child of running.reverse()) await kill(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const endpoint = await startParts(folder, running);
    const store = testBucket({ endpoint, bucket: BUCKET, keys: KEYS, close });
    await createBucket(store.settings);
    return store;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts Ceph and the gateway. Returns the URL of the gateway. */
async function startParts(folder: string, running: ChildProcess[]): Promise<string> {
  const [monitorPort = 0, port = 0] = await findPorts(2);
  const id = randomUUID();
  const file = path.join(folder, 'ceph.conf');
  await writeFile(file, configuration(folder, id, monitorPort, port));
  await writeFile(path.join(folder, 'keyring'), '');
  for (const name of ['mon', 'osd', 'gateway', 'crash']) await mkdir(path.join(folder, name));
  const runTool = (name: string, ...args: string[]) => run(name, ['-c', file, ...args], { timeout: 60_000 });
  const start = (name: string, ...args: string[]) => running.push(startProgram(name, ['-c', file, '-f', ...args]));

  const map = path.join(folder, 'monmap');
  await run('monmaptool', ['--create', '--addv', 'a', `[v1:127.0.0.1:${monitorPort}]`, '--fsid', id, map]);
  await runTool('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
  start('ceph-mon', '-i', 'a');
  const osdId = randomUUID();
  await runTool('ceph', 'osd', 'new', osdId);
  await runTool('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osdId);
  await runTool('ceph', 'osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=here');
  start('ceph-osd', '-i', '0');
  await until('the OSD is up', async () => (await runTool('ceph', 'osd', 'stat')).stdout.includes('1 up'));
  start('radosgw', '-n', 'client.store');
  await until('radosgw responds', () => isResponding(port));
  const user = ['--uid', 'vitrine', '--display-name', 'Vitrine', '--access-key', KEYS.id, '--secret-key', KEYS.secret];
  await runTool('radosgw-admin', '-n', 'client.store', 'user', 'create', ...user);
  return `http://127.0.0.1:${port}`;
}

function startProgram(name: string, args: string[]): ChildProcess {
  const child = spawn(name, args, { stdio: ['ignore', 'ignore', 'ignore'] });
  // The caller sees a missing response instead.
  child.on('error', (error) => console.error(`${name}: ${error.message}`));
  return child;
}

const isResponding = (port: number) =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  );

/** Kills the process immediately, because its data need not be saved. */
async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill('SIGKILL')) await ended;
}
