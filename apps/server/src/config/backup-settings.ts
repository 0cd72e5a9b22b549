import path from 'node:path';
import { z } from 'zod';
import { s3Environment, type toS3Settings } from './s3-settings.ts';

/** Settings of the object store for backups; without `BACKUP_*`, those of the object store for files. */
const environment = z.object({
  ...s3Environment,
  BACKUP_S3_ENDPOINT: s3Environment.S3_ENDPOINT,
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: s3Environment.S3_ACCESS_KEY_ID,
  BACKUP_S3_SECRET_ACCESS_KEY: s3Environment.S3_SECRET_ACCESS_KEY,
});

/** Names of all variables that `backup` and `restore` read to reach a place. */
export const BACKUP_VARIABLES: readonly string[] = Object.keys(environment.shape);

/** A folder of this machine, or a bucket. */
export type BackupLocation = { folder: string } | { s3: NonNullable<ReturnType<typeof toS3Settings>> };

const BUCKET_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/((?:[\w-]+\/)*)$/;

/** Parses the destination of backups: `/var/backups/vitrine`, or `s3://bucket/prefix/`. */
export function parseBackupLocation(where: string, env: Record<string, string | undefined>): BackupLocation {
  if (!where.startsWith('s3:')) return { folder: path.resolve(where) };
  const [, bucket, prefix] = BUCKET_ADDRESS.exec(where) ?? [];
  if (bucket === undefined || prefix === undefined)
    throw new Error(`“${where}” isn’t a valid bucket address. Use s3://bucket/ or s3://bucket/prefix/ with a trailing slash.`);
  const values = environment.parse(env);
  const isOwn = values.BACKUP_S3_ENDPOINT !== undefined || values.BACKUP_S3_ACCESS_KEY_ID !== undefined;
  const [id, secret] = isOwn
    ? [values.BACKUP_S3_ACCESS_KEY_ID, values.BACKUP_S3_SECRET_ACCESS_KEY]
    : [values.S3_ACCESS_KEY_ID, values.S3_SECRET_ACCESS_KEY];
  if ((id === undefined) !== (secret === undefined))
    throw new Error('Set both the access key and the secret for the backup storage, or neither.');
  return {
    s3: {
      bucket,
      prefix,
      endpoint: isOwn ? values.BACKUP_S3_ENDPOINT : values.S3_ENDPOINT,
      region: values.BACKUP_S3_REGION || values.S3_REGION,
      keys: id !== undefined && secret !== undefined ? { id, secret } : undefined,
      cacheBytes: 0,
      accelPath: undefined,
      move: undefined,
    },
  };
}
