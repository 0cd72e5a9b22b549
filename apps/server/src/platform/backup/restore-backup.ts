import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { openDatabase } from '../database/database.ts';
import { listMigrations, migrate, migrateTo, RESTORE_MARKER_SCHEMA } from '../database/migrate.ts';
import { migrateQueue } from '../queue/worker.ts';
import type { Storage } from '../storage/storage.ts';
import { sortPlaylistsLast } from '../storage/storage-keys.ts';
import { assertServerKey, type KeyTarget, restoreServerKey } from './backed-up-key.ts';
import type { BackupPlace } from './backup-encryption.ts';
import { getFileKey, getFileSize, groupInBatches, type ListedFile, readList } from './backup-file-list.ts';
import { BackupError, type Manifest } from './backup-manifest.ts';
import { openPart, storeRawPart } from './backup-parts.ts';
import { readQueueMigration } from './backup-tables.ts';
import { getCertificatePath } from './create-backup.ts';
import { restoreTables } from './restore-tables.ts';
import { verifyBackup } from './verify-backup.ts';

export interface RestoreOptions extends KeyTarget {
  url: string;
  target: Storage;
  place: BackupPlace;
  manifest: Manifest;
  log: Logger;
  onBytes(step: 'verified' | 'restored', bytes: number): void;
}

const MAX_CONCURRENT_RESTORES = 4;

async function isEmpty(storage: Storage): Promise<boolean> {
  for await (const files of storage.list()) if (files.length > 0) return false;
  return true;
}

/**
 * Returns true when an earlier restore into this database was interrupted, so that everything in it comes from there. Throws when the database contains other
 * data.
 */
async function assertEmpty(client: pg.Client, target: Storage): Promise<boolean> {
  const { rows } = await client.query<{ tables: number; unfinished: boolean }>(
    `select (select count(*)::integer from pg_tables where schemaname in ('public', 'graphile_worker')) as tables,
      to_regnamespace('${RESTORE_MARKER_SCHEMA}') is not null as unfinished`,
  );
  if (rows[0]?.unfinished) return true;
  if (rows[0]?.tables !== 0)
    throw new BackupError('This installation is not empty: its database has tables. Restore into a new DATA_DIR, or an empty database.');
  if (!(await isEmpty(target)))
    throw new BackupError('This installation is not empty: it has files. Restore into a new DATA_DIR, or an empty bucket.');
  return false;
}

async function assertSupportedVersion({ migrations, product }: Manifest): Promise<void> {
  const known = await listMigrations();
  if (migrations.some((name, index) => known[index] !== name))
    throw new BackupError(
      `The backup was created by another version of Vitrine (${product}) with migrations that this version doesn’t have. Restore it with that version.`,
    );
}

/** Creates the tables. No server starts on the database until the rows are restored. */
async function createTables({ url, manifest, log }: RestoreOptions, client: pg.Client, isUnfinished: boolean): Promise<void> {
  await client.query(
    isUnfinished
      ? 'drop schema public cascade; create schema public; drop schema if exists graphile_worker cascade'
      : `create schema ${RESTORE_MARKER_SCHEMA}`,
  );
  const handle = openDatabase(url, log, 2, 0);
  try {
    await migrateTo(handle.db, manifest.migrations);
    await migrateQueue(handle.pool);
  } finally {
    await handle.close();
  }
  const { queueMigration } = await readQueueMigration(client);
  if (queueMigration !== manifest.queueMigration)
    throw new BackupError(
      'The backup was made with another version of the job queue. Restore it with the version of Vitrine that made it.',
    );
}

async function restoreFile({ place, target, manifest }: RestoreOptions, file: ListedFile): Promise<void> {
  const byName = new Map(file.parts.map((part) => [part.name, part]));
  for (const name of sortPlaylistsLast([...byName.keys()])) {
    const part = byName.get(name);
    if (!part) continue;
    const { bytes, sha256 } = part;
    await storeRawPart(
      target,
      file.key + name,
      await openPart(place, { key: getFileKey(manifest.files.folder, file, name), bytes, sha256 }),
    );
  }
}

async function restoreFiles(options: RestoreOptions): Promise<void> {
  let bytes = 0;
  for await (const group of groupInBatches(readList<ListedFile>(options.place, options.manifest.files.list), MAX_CONCURRENT_RESTORES)) {
    await Promise.all(group.map((file) => restoreFile(options, file)));
    bytes += group.reduce((sum, file) => sum + getFileSize(file), 0);
    options.onBytes('restored', bytes);
  }
}

async function restoreCertificate({ place, dataDir, manifest: { certificate } }: RestoreOptions): Promise<void> {
  if (!certificate) return;
  const file = getCertificatePath(dataDir);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(await openPart(place, certificate), createWriteStream(file, { mode: 0o600 }));
}

/** Runs the migrations that are newer than the backup. */
async function migrateToLatest({ url, log }: RestoreOptions): Promise<void> {
  const handle = openDatabase(url, log, 2, 0);
  try {
    await migrate(handle.db);
  } finally {
    await handle.close();
  }
}

/** All of a backup that was read and found whole, into an installation that has nothing. One that was interrupted may be run again. */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { url, target, place, manifest, onBytes } = options;
  const client = new pg.Client({ connectionString: url, application_name: 'vitrine restore', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const isUnfinished = await assertEmpty(client, target);
    await assertSupportedVersion(manifest);
    await assertServerKey(manifest.serverKey, options);
    await verifyBackup(place, manifest, (bytes) => onBytes('verified', bytes));
    await createTables(options, client, isUnfinished);
    await restoreFiles(options);
    await restoreCertificate(options);
    await restoreServerKey(place, manifest.serverKey, options);
    await restoreTables(client, place, manifest, `drop schema ${RESTORE_MARKER_SCHEMA}`);
  } finally {
    await client.end();
  }
  await migrateToLatest(options);
}
