/** Misconfigurations of an installation with several processes, and the doctor's finding for each. */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDoctorInstallation } from '../../testing/doctor-installation.ts';
import { startS3, type TestS3 } from '../../testing/s3-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { openSameDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createHeartbeat } from '../queue/heartbeat.ts';
import { claimBucket } from '../storage/bucket-owner.ts';
import { createS3ObjectStore } from '../storage/s3-objects.ts';
import { BUCKET_OWNER_KEY } from '../storage/storage-keys.ts';
import { type Installation, runDoctorChecks } from './run-checks.ts';

const log = pino({ level: 'silent' });
let test: TestApp;
let database: TestDatabase;
let s3: TestS3;
let proxy: http.Server;
/** Headers that the proxy sets. */
let setHeaders: (clientAddress: string) => http.OutgoingHttpHeaders;
beforeAll(async () => {
  test = await createTestApp();
  database = openSameDatabase(test.databaseUrl);
  s3 = await startS3();
  const { port } = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }));
  proxy = http.createServer((request, response) => {
    const headers = { ...request.headers, ...setHeaders(request.socket.remoteAddress ?? '') };
    request.pipe(
      http.request({ port, host: '127.0.0.1', path: request.url, headers }, (from) => {
        response.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(response);
      }),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.close();
  await database.close();
  await test.close();
  await s3.close();
});
beforeEach(async () => {
  setHeaders = () => ({});
  await test.db.deleteFrom('process_heartbeats').execute();
});

const findings = async (check: string, settings: Partial<Installation>): Promise<string[]> => {
  const installation = createDoctorInstallation({ dataDir: test.dataDir, ...settings });
  const found = await runDoctorChecks(installation, async () => test.databaseUrl, log);
  return found.filter((finding) => finding.check === check && finding.level !== 'ok').map(({ message }) => message);
};

const startProcess = async (relay: string) => {
  const heartbeat = createHeartbeat(database.db, database.pool, randomUUID(), {
    roles: ['live'],
    vitals: () => ({ loopDelayMs: null, memoryBytes: null }),
  });
  await heartbeat.beat([]);
  await heartbeat.setRelay(relay);
};

describe('Redis', () => {
  it('is missing while other processes use it', async () => {
    await startProcess('a server');
    expect(await findings('Redis', {})).toEqual(['Running processes use Redis, and REDIS_URL isn’t set here']);
  });

  it('does not respond', async () => {
    expect(await findings('Redis', { redisUrl: 'redis://127.0.0.1:9' })).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });
});

describe('the bucket', () => {
  const check = (settings: Partial<TestS3['settings']>) => findings('Object store', { s3: { ...s3.settings, ...settings } });

  it('does not exist', async () => {
    expect(await check({ bucket: 'missing' })).toEqual([expect.stringContaining('has no bucket “missing”')]);
  });

  it('refuses the keys', async () => {
    const [message] = await check({ keys: { id: 'unknown', secret: 'wrong' } });
    expect(message).toMatch(/rejects the keys|denies access/);
  });

  it('does not respond', async () => {
    expect(await check({ endpoint: 'http://127.0.0.1:9' })).toEqual([expect.stringContaining('isn’t responding (ECONNREFUSED)')]);
  });

  it('belongs to another installation', async () => {
    const objects = createS3ObjectStore(s3.settings);
    await claimBucket(objects, s3.settings, randomUUID());
    expect(await check({})).toEqual([`The bucket ${s3.settings.bucket} belongs to another Vitrine installation`]);
    await expect(claimBucket(objects, s3.settings, randomUUID())).rejects.toThrow('belongs to another Vitrine installation');
    await objects.remove([BUCKET_OWNER_KEY]);
    objects.close();
  });
});

describe('the proxy', () => {
  const check = async () => {
    const publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    return findings('Client addresses', { publicUrl });
  };

  it('is not trusted', async () => {
    setHeaders = (clientAddress) => ({ 'x-forwarded-for': clientAddress });
    const [message] = await check();
    expect(message).toMatch(/arrived as one from 127\.0\.0\.1$/);
  });
});
