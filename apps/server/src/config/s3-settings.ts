import { z } from 'zod';

const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value);
const optionalText = z.preprocess(emptyToUndefined, z.string().optional());

/** `S3_*` settings as given in the environment. */
export const s3Environment = {
  S3_BUCKET: optionalText,
  /** Address of a store other than AWS. Bucket names are then part of the path. */
  S3_ENDPOINT: z.preprocess(emptyToUndefined, z.url().optional()),
  S3_REGION: z.preprocess(emptyToUndefined, z.string().default('us-east-1')),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  /** In front of every key, with its slash: two installations can share a bucket. */
  S3_PREFIX: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .regex(/^([\w-]+\/)+$/, 'Use letters, digits, “-” and “_”, and end with a slash, such as “vitrine/”')
      .optional(),
  ),
  /** While files move from one to the other: where what is stored from now on goes. */
  FILES_MOVE: z.preprocess(emptyToUndefined, z.enum(['to-s3', 'to-folder']).optional()),
  /** On this machine, for what tools read as files. */
  S3_CACHE_BYTES: z.preprocess(emptyToUndefined, z.coerce.number().int().min(1e9, 'Must be at least 1000000000 (1 GB)').default(20e9)),
  /** Path of the proxy's internal location, when the proxy fetches stored files itself by `X-Accel-Redirect`. */
  S3_ACCEL_PATH: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .regex(/^\/[\w-]+\/$/, 'Use a path that starts and ends with a slash, such as “/_stored/”')
      .optional(),
  ),
};

const parsed = z.object(s3Environment);

/** Null for a folder on this machine. */
export function toS3Settings(values: z.output<typeof parsed>) {
  if (values.S3_BUCKET === undefined) return null;
  const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = values;
  return {
    bucket: values.S3_BUCKET,
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    keys: id !== undefined && secret !== undefined ? { id, secret } : undefined,
    prefix: values.S3_PREFIX ?? '',
    cacheBytes: values.S3_CACHE_BYTES,
    accelPath: values.S3_ACCEL_PATH,
    move: values.FILES_MOVE,
  };
}

/** A missing half of the key would only fail with the first upload, and settings without a bucket would be ignored silently. */
export function validateS3Settings(values: z.output<typeof parsed>, refuse: (path: string, message: string) => void): void {
  const keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const [missing] = keys.filter((key) => values[key] === undefined);
  if (missing && keys.some((key) => values[key] !== undefined)) refuse(missing, `Set both ${keys.join(' and ')}, or neither`);
  const isSet =
    values.S3_ENDPOINT !== undefined ||
    values.S3_PREFIX !== undefined ||
    values.S3_ACCEL_PATH !== undefined ||
    values.FILES_MOVE !== undefined ||
    !missing;
  if (isSet && values.S3_BUCKET === undefined) refuse('S3_BUCKET', 'Set the bucket that stores the files');
}
