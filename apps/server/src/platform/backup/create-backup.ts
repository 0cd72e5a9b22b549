import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { getProductVersion } from '../program-files.ts';
import type { Storage } from '../storage/storage.ts';
import { storeServerKey } from './backed-up-key.ts';
import { deleteStaleBackups, findNewestFileList, getBackupFolder } from './backup-catalogue.ts';
import { type BackupPlace, createTemporaryKeys } from './backup-encryption.ts';
import { type ListedFile, readList, storeList } from './backup-file-list.ts';
import {
  type BackupPart,
  type EncryptedManifest,
  MANIFEST_FILE_NAME,
  type Manifest,
  PLAIN_FILES_FOLDER,
  serializeManifest,
} from './backup-manifest.ts';
import { storePart, storeText } from './backup-parts.ts';
import { configureCopyTransaction, describeDatabase, dumpTables, listSequences } from './backup-tables.ts';
import { type CopyCount, copyFiles, createEmptyResult } from './copy-files.ts';
import { isReferenced, listReferencedFiles, type ReferencedFile } from './stored-keys.ts';
import { listParts } from './verify-backup.ts';

export interface BackupOptions {
  url: string;
  source: Storage;
  place: BackupPlace;
  dataDir: string;
  onFile(count: CopyCount): void;
}

export interface BackupResult {
  manifest: Manifest;
  copied: number;
  copiedBytes: number;
  kept: number;
}

/** Maximum number of passes. Each pass copies the files added since the previous one, so passes become shorter. */
const MAX_PASSES = 6;
export const getCertificatePath = (dataDir: string): string => path.join(dataDir, 'ftp', 'certificate.pem');

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'vitrine backup', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

interface Pass {
  /** List of the stored files that rows of this pass's transaction refer to. */
  list: BackupPart;
  found: ReturnType<typeof createEmptyResult>;
}

interface BackupRun extends BackupOptions {
  /** Connection whose transaction reads the names of the files. */
  client: pg.Client;
  /** Second connection, which sees later commits. */
  secondaryClient: pg.Client;
  folder: string;
  filesFolder: string;
  /** The place without encryption, for the lists of files. Later backups read them, and they contain no secret. */
  listPlace: BackupPlace;
  /** The place for lists that only this backup reads. They contain checksums of content. */
  temporaryPlace: BackupPlace;
}

/** Two backups at once would replace each other's encrypted files. The lock ends with the connection. */
async function lockBackups(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_locked: boolean }>("select pg_try_advisory_lock(hashtext('vitrine backup')) as is_locked");
  if (!rows[0]?.is_locked) throw new Error('Another backup of this installation is running. Run this one when the other one has ended.');
}

async function openPlaces(place: BackupPlace): Promise<Pick<BackupRun, 'filesFolder' | 'listPlace' | 'temporaryPlace'>> {
  if (!place.encryption) return { filesFolder: PLAIN_FILES_FOLDER, listPlace: place, temporaryPlace: place };
  return {
    filesFolder: place.encryption.filesFolder,
    listPlace: { ...place, encryption: undefined },
    temporaryPlace: { ...place, ...(await createTemporaryKeys()) },
  };
}

/** Copies files in one pass. Reads all names first, so that no statement runs as long as the copying. */
async function copyPass(
  { client, secondaryClient, place, listPlace, temporaryPlace, source, folder, filesFolder, onFile }: BackupRun,
  number: number,
  known: BackupPart | undefined,
): Promise<Pass> {
  const names = await storeList(temporaryPlace, `${folder}/names-${number}.zst`, listReferencedFiles(client));
  const found = createEmptyResult();
  const copying = {
    source,
    place,
    folder: filesFolder,
    named: readList<ReferencedFile>(temporaryPlace, names),
    known: readList<ListedFile>(listPlace, known),
    isStillReferenced: (key: string) => isReferenced(secondaryClient, key),
    onFile,
  };
  const list = await storeList(listPlace, `${folder}/files-${number}.zst`, copyFiles(copying, found));
  await place.remove(names.key);
  return { list, found };
}

async function storeCertificate({ place, dataDir, folder }: BackupRun): Promise<BackupPart | null> {
  const file = getCertificatePath(dataDir);
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  return exists ? storePart(place, `${folder}/certificate.pem`, createReadStream(file)) : null;
}

/**
 * Copies files first, and repeatedly those added in the meantime, until all files named by the rows of one snapshot exist. Then the tables are copied from that
 * snapshot. No other work waits for it, and deletions continue.
 */
async function copyConsistentSnapshot(
  work: BackupRun,
  first: Pass,
): Promise<Pass & Omit<Manifest, 'name' | 'files' | 'faults' | 'certificate' | 'format'>> {
  const { client, place, folder } = work;
  let before = first;
  for (let number = 2; number <= MAX_PASSES; number++) {
    await client.query('begin isolation level repeatable read read only');
    await configureCopyTransaction(client);
    const pass = await copyPass(work, number, before.list);
    await place.remove(before.list.key);
    if (pass.found.missing === 0) {
      const madeAt = new Date().toISOString();
      const described = await describeDatabase(client);
      const [tables, sequences] = [await dumpTables(client, place, folder), await listSequences(client)];
      const serverKey = await storeServerKey(work);
      await client.query('commit');
      return { ...pass, madeAt, product: getProductVersion(), ...described, tables, sequences, serverKey };
    }
    await client.query('rollback');
    before = pass;
  }
  throw new Error(`Files were deleted during the copy (${MAX_PASSES} attempts). Run the backup again when fewer files are being deleted.`);
}

/** Stores the manifest, which completes the backup. */
async function storeManifest({ place, listPlace, folder }: BackupRun, manifest: Manifest): Promise<void> {
  const key = `${folder}/${MANIFEST_FILE_NAME}`;
  let stored: Manifest | EncryptedManifest = manifest;
  if (place.encryption) {
    const contents = await storeText(place, `${folder}/contents.json`, serializeManifest(manifest));
    stored = { format: 2, name: manifest.name, files: manifest.files, contents, parts: listParts(manifest) };
  }
  await storeText(listPlace, key, serializeManifest(stored));
}

/** A backup is valid once its manifest is stored, which is the last step. Files of an interrupted backup are reused by the next one. */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { url, place } = options;
  const name = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const client = await connect(url);
  const secondaryClient = await connect(url);
  try {
    await lockBackups(secondaryClient);
    await deleteStaleBackups(place, new Date());
    const work = { ...options, ...(await openPlaces(place)), client, secondaryClient, folder: getBackupFolder(name) };
    const first = await copyPass(work, 1, await findNewestFileList(place, work.filesFolder));
    const { list, found, ...moment } = await copyConsistentSnapshot(work, first);
    const { count, faults } = found;
    const files = { folder: work.filesFolder, list, count: count.files, bytes: count.bytes };
    const manifest: Manifest = { format: 1, name, ...moment, files, certificate: await storeCertificate(work), faults };
    await storeManifest(work, manifest);
    const copied = first.found.count.copied + count.copied;
    const copiedBytes = first.found.count.copiedBytes + count.copiedBytes;
    return { manifest, copied, copiedBytes, kept: Math.max(0, count.files - copied) };
  } finally {
    await Promise.allSettled([client.end(), secondaryClient.end()]);
  }
}
