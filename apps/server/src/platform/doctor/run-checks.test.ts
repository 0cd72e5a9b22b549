import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDoctorInstallation } from '../../testing/doctor-installation.ts';
import { startS3, type TestS3 } from '../../testing/s3-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { newId } from '../ids.ts';
import { type Installation, runDoctorChecks } from './run-checks.ts';

const log = pino({ level: 'silent' });
let test: TestApp;
let s3: TestS3;
let dataDir: string;
let port: number;
beforeAll(async () => {
  test = await createTestApp();
  s3 = await startS3();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'vitrine-doctor-'));
  port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await test.close();
  await s3.close();
  await rm(dataDir, { recursive: true, force: true });
});

const installation = () => createDoctorInstallation({ port, dataDir: test.dataDir, s3: s3.settings });
const levelsOf = (findings: { check: string; level: string }[]) => Object.fromEntries(findings.map(({ check, level }) => [check, level]));

it('reports no fault for a running product, and leaves nothing in its bucket', async () => {
  const levels = levelsOf(await runDoctorChecks(installation(), async () => test.databaseUrl, log));
  expect(levels).toMatchObject({
    'Port (web server)': 'ok',
    Database: 'ok',
    Migrations: 'ok',
    'Server key': 'ok',
    Images: 'ok',
    Videos: 'ok',
    'Object store': 'ok',
  });
  expect(levels['Clock (compared with the object store)']).toBe('ok');
  expect(await s3.keys()).toEqual([]);
});

it('reports the server key of another database, and uploaded versions on the origin of the web app', async () => {
  const findings = async (more: Partial<Installation>) =>
    levelsOf(await runDoctorChecks({ ...installation(), ...more }, async () => test.databaseUrl, log));
  expect(await findings({})).toMatchObject({ 'Server key': 'ok', 'Uploaded versions': 'ok' });
  const uploaded = { id: newId(), url: '/screen', version: '2.0', version_code: '2.0', shell: 'a'.repeat(16), storage_key: 'pack' };
  await test.db.insertInto('versions').values(uploaded).execute();
  expect(await findings({ serverKey: Buffer.alloc(32) })).toMatchObject({ 'Server key': 'fault', 'Uploaded versions': 'warning' });
  await writeFile(path.join(dataDir, 'server.key'), 'nonsense');
  expect(await findings({ dataDir })).toMatchObject({ 'Server key': 'fault', Migrations: 'ok' });
});

it('continues when a service does not respond, and names it', async () => {
  const other = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const usedPort = (other.address() as net.AddressInfo).port;
  const unavailableS3 = { ...s3.settings, bucket: 'missing' };
  const found = await runDoctorChecks(
    { ...installation(), port: usedPort, s3: unavailableS3, smtpUrl: 'smtp://127.0.0.1:9' },
    async () => 'postgres://nobody@127.0.0.1:9/none',
    log,
  );
  expect(levelsOf(found)).toMatchObject({
    'Port (web server)': 'fault',
    Database: 'fault',
    'Object store': 'fault',
    Email: 'fault',
    Images: 'ok',
  });
  expect(found.filter(({ level }) => level === 'fault').every(({ action }) => action)).toBe(true);
  other.close();
});
