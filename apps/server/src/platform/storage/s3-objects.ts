import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { NotStoredError } from './not-stored-error.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Settings } from './s3-settings.ts';
import type { StoredFile } from './storage.ts';

/** A store that is away for some seconds is waited for: 0.1 s, doubled each time, at most 20 s between two. */
const MAX_ATTEMPTS = 6;
const CONNECT_TIMEOUT_MS = 5000;
/** A connection that says nothing for so long is cut. */
const IDLE_TIMEOUT_MS = 20_000;
/** Parts and reads under way at once; more wait. */
const MAX_SOCKETS = 64;

/** Hashed in pieces of this size, so that other requests wait for a few milliseconds at most. */
const HASH_CHUNK_BYTES = 1024 * 1024;

async function md5(bytes: Buffer): Promise<string> {
  const hash = createHash('md5');
  for (let at = 0; at < bytes.length; at += HASH_CHUNK_BYTES) {
    if (at > 0) await setImmediate();
    hash.update(bytes.subarray(at, at + HASH_CHUNK_BYTES));
  }
  return hash.digest('base64');
}
const isStatus = (error: unknown, status: number) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
const isNotFound = (error: unknown) => isStatus(error, 404);

interface Bucket {
  client: S3Client;
  name: string;
  at(key: string): { Bucket: string; Key: string };
  head: ObjectStore['head'];
}

const throwNotStored = async <T>(key: string, asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    throw isNotFound(error) ? new NotStoredError(key, error) : error;
  }
};

function openBucket({ bucket: name, endpoint, region, keys, prefix }: S3Settings): Bucket {
  const agent = { maxSockets: MAX_SOCKETS };
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    maxAttempts: MAX_ATTEMPTS,
    // Other makers' stores do not know AWS's newer checksums; each part carries its MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS, httpsAgent: agent, httpAgent: agent },
  });
  const getObjectParams = (key: string) => ({ Bucket: name, Key: prefix + key });
  return {
    client,
    name,
    at: getObjectParams,
    async head(key) {
      try {
        const { ContentLength = 0 } = await client.send(new HeadObjectCommand(getObjectParams(key)));
        return { key, sizeBytes: ContentLength };
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
  };
}

const createMultipartOperations = ({
  client,
  at,
  head,
}: Bucket): Pick<ObjectStore, 'startMultipartUpload' | 'putPart' | 'completeMultipartUpload' | 'abortMultipartUpload'> => ({
  async startMultipartUpload(key) {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(key)));
    if (!UploadId) throw new Error('The object store gave no id for an upload in parts');
    return UploadId;
  },
  async putPart(key, upload, number, bytes) {
    const part = { UploadId: upload, PartNumber: number, Body: bytes, ContentLength: bytes.length, ContentMD5: await md5(bytes) };
    const { ETag } = await client.send(new UploadPartCommand({ ...at(key), ...part }));
    if (!ETag) throw new Error('The object store gave no tag for a part');
    return ETag;
  },
  async completeMultipartUpload(key, upload, tags, sizeBytes) {
    const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    try {
      await client.send(new CompleteMultipartUploadCommand({ ...at(key), UploadId: upload, MultipartUpload: { Parts } }));
    } catch (error) {
      // An earlier request succeeded but its response was lost: the upload is unknown and the object exists.
      if (!isNotFound(error) || (await head(key))?.sizeBytes !== sizeBytes) throw error;
    }
  },
  async abortMultipartUpload(key, upload) {
    await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: upload })).catch((error) => {
      if (!isNotFound(error)) throw error;
    });
  },
});

async function* listPages({ client, name }: Bucket, prefix: string, start: string): AsyncGenerator<StoredFile[]> {
  for (let token: string | undefined; ; ) {
    const asked = { Bucket: name, Prefix: prefix + start, ...(token && { ContinuationToken: token }) };
    const page = await client.send(new ListObjectsV2Command(asked));
    const found = (page.Contents ?? []).map(({ Key = '', Size = 0 }) => ({ key: Key.slice(prefix.length), sizeBytes: Size }));
    if (found.length > 0) yield found;
    token = page.NextContinuationToken;
    if (!page.IsTruncated || !token) return;
  }
}

/** An object store that speaks S3, by AWS's client. Loaded only where one is configured. */
export function createS3ObjectStore(settings: S3Settings): ObjectStore {
  const bucket = openBucket(settings);
  const { client, name, at, head } = bucket;
  const { prefix } = settings;
  return {
    ...createMultipartOperations(bucket),
    head,
    async put(key, bytes) {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.length, ContentMD5: await md5(bytes) }));
    },
    async get(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await throwNotStored(key, client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) })));
      if (!(Body instanceof Readable)) throw new Error('The object store answered without a body');
      return Body;
    },
    list: (start) => listPages(bucket, prefix, start),
    async copy(key, from) {
      const source = `${name}/${prefix}${from}`.split('/').map(encodeURIComponent).join('/');
      await throwNotStored(from, client.send(new CopyObjectCommand({ ...at(key), CopySource: source })));
    },
    async remove(gone) {
      if (gone.length === 0) return;
      const Delete = { Objects: gone.map((key) => ({ Key: prefix + key })), Quiet: true };
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket: name, Delete }));
      if (Errors[0]) throw new Error(`The object store did not remove ${Errors.length} of ${gone.length}: ${Errors[0].Message}`);
    },
    presign: (key, expiresInS) => getSignedUrl(client, new GetObjectCommand(at(key)), { expiresIn: expiresInS }),
    close: () => client.destroy(),
  };
}
