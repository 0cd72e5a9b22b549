import { hash } from 'node:crypto';
import { z } from 'zod';

/** A file of the backup, with its expected size and checksum. */
const part = z.object({ key: z.string(), bytes: z.number(), sha256: z.string() });
export type BackupPart = z.infer<typeof part>;

/** `part` is null for a table without rows. */
const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number(), part: part.nullable() });
export type BackedUpTable = z.infer<typeof table>;

/** Folder of the files of backups that are not encrypted. */
export const PLAIN_FILES_FOLDER = 'files';

/** A list of stored files in this folder, in order of their keys; each line is a `ListedFile`. Backups of earlier versions name no folder. */
const files = z.object({ folder: z.string().default(PLAIN_FILES_FOLDER), list: part, count: z.number(), bytes: z.number() });

const manifest = z.object({
  format: z.literal(1),
  name: z.string(),
  madeAt: z.string(),
  product: z.string(),
  postgres: z.string(),
  /** Migrations of the database, in order. A restore migrates an empty database to the same state before it loads the rows. */
  migrations: z.array(z.string()),
  /** The last migration of the job queue's own tables. */
  queueMigration: z.number(),
  tables: z.array(table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.number() })),
  files,
  /** The certificate of the FTP server, where there is one. */
  certificate: part.nullable(),
  /** Which server key the database is encrypted with; `part` is null when the key is not in the backup. Backups of earlier versions have none. */
  serverKey: z.object({ checkValue: z.string(), part: part.nullable() }).nullish(),
  /** Stored files that were missing or damaged when the backup was created. */
  faults: z.array(z.object({ key: z.string(), what: z.enum(['missing', 'damaged']) })),
});
export type Manifest = z.infer<typeof manifest>;

/** Public part of the manifest of an encrypted backup: enough to verify its stored bytes, to copy only new files and to delete it. */
const encryptedManifest = z.object({
  format: z.literal(2),
  name: z.string(),
  files,
  /** The encrypted `Manifest`. */
  contents: part,
  /** All other parts: tables, the certificate and the server key. */
  parts: z.array(part),
});
export type EncryptedManifest = z.infer<typeof encryptedManifest>;

export const MANIFEST_FILE_NAME = 'manifest.json';
const sealedManifest = z.object({ sha256: z.string(), manifest: z.unknown() });
const anyManifest = z.discriminatedUnion('format', [manifest, encryptedManifest]);
const hashValue = (value: unknown) => hash('sha256', JSON.stringify(value), 'hex');

/** Serializes the manifest with its own checksum. */
export const serializeManifest = (written: Manifest | EncryptedManifest): string =>
  JSON.stringify({ sha256: hashValue(written), manifest: written }, null, 1);

/** Thrown for an invalid backup, before anything was written. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export function parseManifest(text: string): Manifest | EncryptedManifest {
  let found: z.infer<typeof sealedManifest>;
  try {
    found = sealedManifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError('The manifest of the backup is damaged', { cause });
  }
  if (hashValue(found.manifest) !== found.sha256) throw new BackupError('The manifest of the backup is damaged: its SHA-256 differs');
  const read = anyManifest.safeParse(found.manifest);
  if (!read.success)
    throw new BackupError('The backup was created by another version in a format this version doesn’t support', { cause: read.error });
  return read.data;
}
