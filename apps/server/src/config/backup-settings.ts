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
  /** Public keys of age to which backups are encrypted. */
  BACKUP_RECIPIENTS: z.string().optional(),
});

/** Names of all variables that `backup` and `restore` read to reach a place. */
export const BACKUP_VARIABLES: readonly string[] = Object.keys(environment.shape);

/** Returns the public keys to which backups are encrypted; none without encryption. Throws when the setting contains anything else. */
export function parseBackupRecipients(env: Record<string, string | undefined>): string[] {
  const recipients = (env.BACKUP_RECIPIENTS ?? '').split(/[\s,]+/).filter((recipient) => recipient !== '');
  // A secret key must not be printed.
  if (recipients.some((recipient) => /^AGE-/i.test(recipient)))
    throw new Error('BACKUP_RECIPIENTS contains a secret key. Set it to the public key, which starts with age1.');
  const wrong = recipients.find((recipient) => !/^age1[0-9a-z]+$/.test(recipient));
  if (wrong !== undefined) throw new Error(`BACKUP_RECIPIENTS: “${wrong}” isn’t a public key of age. Each starts with age1.`);
  return recipients;
}

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
