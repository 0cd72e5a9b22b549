import { S3ServiceException } from '@aws-sdk/client-s3';
import { OperatorError } from '../operator-error.ts';
import { NotStoredError } from './not-stored-error.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Settings } from './s3-settings.ts';
import { BUCKET_OWNER_KEY } from './storage-keys.ts';

/** Returns the id of the installation that uses the bucket; undefined for a new bucket. */
export async function readBucketOwner(objects: ObjectStore, settings: S3Settings): Promise<string | undefined> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await objects.get(BUCKET_OWNER_KEY)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString().trim();
  } catch (error) {
    const cause = error instanceof NotStoredError ? error.cause : error;
    if (getErrorName(cause) === 'NoSuchKey') return undefined;
    throw new OperatorError(describeStoreError(cause, settings), { cause });
  }
}

/**
 * Claims the bucket for an installation, or verifies that it belongs to it. Throws `OperatorError` when it belongs to another one, does not exist, or
 * cannot be accessed.
 */
export async function claimBucket(objects: ObjectStore, settings: S3Settings, installationId: string): Promise<void> {
  let owner = await readBucketOwner(objects, settings);
  if (owner === undefined) {
    try {
      await objects.put(BUCKET_OWNER_KEY, Buffer.from(installationId));
    } catch (cause) {
      throw new OperatorError(describeStoreError(cause, settings), { cause });
    }
    owner = installationId;
  }
  if (owner !== installationId) throw new OperatorError(describeForeignBucket(settings));
}

export const describeForeignBucket = ({ bucket }: S3Settings): string =>
  `The bucket “${bucket}” belongs to another Vitrine installation. Set S3_BUCKET to a separate bucket, or S3_PREFIX to a separate prefix.`;

const getErrorName = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Explains an error of the object store in one sentence. */
export function describeStoreError(error: unknown, { bucket, endpoint }: S3Settings): string {
  const store = endpoint ? `The object store at ${endpoint}` : 'The object store';
  const name = getErrorName(error);
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (name === 'NoSuchBucket' || status === 404) return `${store} has no bucket “${bucket}”. Create it, or correct S3_BUCKET.`;
  if (name === 'InvalidAccessKeyId' || name === 'SignatureDoesNotMatch')
    return `${store} rejects the keys. Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`;
  if (name === 'CredentialsProviderError') return 'There are no keys for the object store. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
  if (status === 401 || status === 403)
    return `${store} denies access to the bucket “${bucket}”. Check the keys, and that they may read, write and delete.`;
  if (status !== undefined && status >= 500) return `${store} is temporarily unavailable (status ${status}).`;
  const reason = error instanceof Error ? ('code' in error && String(error.code)) || error.message : String(error);
  return `${store} isn’t responding (${reason || name}). Check S3_ENDPOINT, and that the store is running.`;
}
