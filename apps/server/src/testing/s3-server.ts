import crypto from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { createS3ObjectStore } from '../platform/storage/s3-objects.ts';
import type { S3Settings } from '../platform/storage/s3-settings.ts';

export interface TestS3 {
  settings: S3Settings;
  /** The settings as environment variables. */
  env: Record<string, string>;
  /** Lists the keys of all objects, in order. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** The only credentials that s3rver accepts. */
const KEYS = { id: 'S3RVER', secret: 'S3RVER' };
const BUCKET = 'walls';

/** s3rver encrypts continuation tokens with DES, which OpenSSL 3 lacks. Triple DES with the same key three times gives the same result. */
const isDes = (name: string) => name === 'des';
const repeatThreeTimes = (key: crypto.CipherKey) => Buffer.concat([key, key, key] as Buffer[]);
const { createCipheriv, createDecipheriv } = crypto;
crypto.createCipheriv = ((name: string, key: crypto.CipherKey, ...rest: [never]) =>
  isDes(name)
    ? createCipheriv('des-ede3-cbc', repeatThreeTimes(key), ...rest)
    : createCipheriv(name, key, ...rest)) as typeof createCipheriv;
crypto.createDecipheriv = ((name: string, key: crypto.CipherKey, ...rest: [never]) =>
  isDes(name)
    ? createDecipheriv('des-ede3-cbc', repeatThreeTimes(key), ...rest)
    : createDecipheriv(name, key, ...rest)) as typeof createDecipheriv;

/** Starts a local object store with one empty bucket. */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'vitrine-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    // s3rver computes the signature of list requests differently from AWS. The fault tests can run against a strict store.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = (await server.run()) as AddressInfo;
  return testBucket({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    keys: KEYS,
    async close() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  });
}

export async function createBucket({ bucket, endpoint, region, keys }: S3Settings): Promise<void> {
  const credentials = keys && { accessKeyId: keys.id, secretAccessKey: keys.secret };
  const client = new S3Client({ region, forcePathStyle: true, ...(endpoint && { endpoint }), ...(credentials && { credentials }) });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}

interface TestBucket {
  endpoint: string;
  bucket: string;
  keys: { id: string; secret: string };
  close(): Promise<void>;
}

/** Describes an empty bucket of a local server. Closing it stops the server. */
export function testBucket({ endpoint, bucket, keys, close }: TestBucket): TestS3 {
  const settings: S3Settings = {
    bucket,
    endpoint,
    region: 'us-east-1',
    keys,
    prefix: '',
    cacheBytes: 1e9,
    accelPath: undefined,
    move: undefined,
  };
  return {
    settings,
    env: { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: keys.id, S3_SECRET_ACCESS_KEY: keys.secret },
    async keys() {
      const objects = createS3ObjectStore(settings);
      const found: string[] = [];
      for await (const page of objects.list('')) found.push(...page.map(({ key }) => key));
      objects.close();
      return found;
    },
    close,
  };
}
