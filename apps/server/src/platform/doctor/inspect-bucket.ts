import { type LifecycleRule as AwsRule, GetBucketLifecycleConfigurationCommand, S3Client } from '@aws-sdk/client-s3';
import { isDatabaseError } from '../database/database.ts';
import { newId } from '../ids.ts';
import { readBucketOwner } from '../storage/bucket-owner.ts';
import { createS3ObjectStore } from '../storage/s3-objects.ts';
import type { S3Settings } from '../storage/s3-settings.ts';
import { withDoctorConnection } from './doctor-connection.ts';
import type { LifecycleRule } from './services.rules.ts';

const TIMEOUT_MS = 8000;
/** SQLSTATE of a database that was not migrated. */
const UNDEFINED_TABLE = '42P01';

/** Puts an object, gets it, and removes it. Throws what went wrong. */
export async function testBucketAccess(settings: S3Settings): Promise<void> {
  const objects = createS3ObjectStore(settings);
  const [key, written] = [`doctor/${newId()}`, 'Vitrine was here'];
  try {
    await objects.put(key, Buffer.from(written));
    const read: Buffer[] = [];
    for await (const chunk of await objects.get(key)) read.push(chunk as Buffer);
    await objects.remove([key]);
    if (Buffer.concat(read).toString() !== written) throw new Error('The data read from the bucket doesn’t match what was written');
    if (await objects.head(key)) throw new Error('The test object couldn’t be deleted');
  } finally {
    objects.close();
  }
}

/**
 * Returns whether the bucket belongs to an installation with another database; false when there is no database to compare. Throws an explanation when the
 * bucket cannot be accessed.
 */
export async function isForeignBucket(settings: S3Settings, databaseUrl: string | undefined): Promise<boolean> {
  const objects = createS3ObjectStore(settings);
  try {
    const owner = await readBucketOwner(objects, settings);
    return owner !== undefined && databaseUrl !== undefined && owner !== (await readInstallationId(databaseUrl));
  } finally {
    objects.close();
  }
}

async function readInstallationId(url: string): Promise<string | undefined> {
  try {
    const { rows } = await withDoctorConnection(url, (client) => client.query<{ id: string }>('select id from installation'));
    return rows[0]?.id;
  } catch (error) {
    if (isDatabaseError(error, UNDEFINED_TABLE)) return undefined;
    throw error;
  }
}

const toLifecycleRule = ({ Status, Filter, Prefix, Expiration, AbortIncompleteMultipartUpload }: AwsRule): LifecycleRule => ({
  isEnabled: Status === 'Enabled',
  prefix: Filter?.Prefix ?? Filter?.And?.Prefix ?? Prefix ?? '',
  expiresDays: Expiration?.Days,
  abandonsDays: AbortIncompleteMultipartUpload?.DaysAfterInitiation,
});

/** Undefined where the store does not say. */
export async function readLifecycleRules({ bucket, endpoint, region, keys }: S3Settings): Promise<LifecycleRule[] | undefined> {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    maxAttempts: 2,
  });
  try {
    const { Rules = [] } = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: bucket }));
    return Rules.map(toLifecycleRule);
  } catch (error) {
    return error instanceof Error && error.name === 'NoSuchLifecycleConfiguration' ? [] : undefined;
  } finally {
    client.destroy();
  }
}

/** How far this machine is ahead of the store, which says its time with every answer, also one that refuses. */
export async function readClockOffset({ endpoint, region }: S3Settings): Promise<number> {
  const begunAt = Date.now();
  const answer = await fetch(endpoint ?? `https://s3.${region}.amazonaws.com`, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const date = answer.headers.get('date');
  if (date === null) throw new Error('The object store doesn’t report its time');
  // It says whole seconds, of which half has passed on average.
  return (begunAt + Date.now()) / 2 - (Date.parse(date) + 500);
}
