import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zstdDecompressSync } from 'node:zlib';
import type { Album } from '@vitrine/contract';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, type TestPerson } from '../../testing/builders.ts';
import { countTables, readContents } from '../../testing/database-contents.ts';
import { startS3 } from '../../testing/s3-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { createFileStorage } from '../storage/file-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { countPlainBackups, deleteAllButNewest, listBackups, readManifest, readStoredManifest } from './backup-catalogue.ts';
import { type BackupPlace, createBackupDecryption, createBackupEncryption } from './backup-encryption.ts';
import { openBackupStorage } from './backup-location.ts';
import { type BackupOptions, createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const log = pino({ level: 'silent' });
const none = () => undefined;
let test: TestApp;
let ana: TestPerson;
let album: Album;
let identities: string[];
let recipients: string[];
let root: string;
let storage: Storage;
let emptyUrl: string;

beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test, { devices: 5 });
  album = await anAlbum(ana, { name: 'Wedding in Sorrento' });
  await aPhoto(test, ana, album._id, { name: 'bride.jpg' });
  await mkdir(path.join(test.dataDir, 'ftp'));
  await writeFile(path.join(test.dataDir, 'ftp', 'certificate.pem'), 'a certificate and its key');
  identities = await Promise.all([generateX25519Identity(), generateX25519Identity()]);
  recipients = await Promise.all(identities.map((identity) => identityToRecipient(identity)));
});
afterAll(() => test.close());
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'vitrine-backup-test-'));
  storage = await createFileStorage(path.join(root, 'place'), 'backup');
  emptyUrl = await createEmptyDatabase();
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

/** Each further recipient takes as long as the first one. */
const encryptTo = async (keys: string[] = recipients.slice(0, 1)): Promise<BackupPlace> => ({
  ...storage,
  encryption: await createBackupEncryption(keys),
});
const decryptWith = async (index: number): Promise<BackupPlace> => ({
  ...storage,
  decryption: await createBackupDecryption(identities.slice(index, index + 1)),
});
const backUp = (place: BackupPlace, changes: Partial<BackupOptions> = {}) =>
  createBackup({ url: test.databaseUrl, source: test.storage, place, dataDir: test.dataDir, onFile: none, ...changes });
const dataDir = () => path.join(root, 'restored');
async function restore(place: BackupPlace, name: string) {
  const target = await createFileStorage(path.join(dataDir(), 'media'), 'restore');
  const manifest = await readManifest(place, name);
  await restoreBackup({ url: emptyUrl, target, place, dataDir: dataDir(), serverKey: undefined, manifest, log, onBytes: none });
}

/** Lists the keys of all stored files, with their bytes. */
async function readStorage(from: Storage): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for await (const files of from.list())
    for (const { key } of files) found.set(key, await from.withLocalFile(key, (file) => readFile(file)));
  return found;
}
/** Paths of all files in the backup place whose path matches. */
async function findInPlace(pattern: RegExp): Promise<string[]> {
  const files = await readdir(path.join(root, 'place'), { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => pattern.test(file))
    .toSorted();
}
const flipByte = async (file: string, at: number) => {
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(file, bytes);
};

describe('an encrypted backup', () => {
  it('restores the same rows, files, certificate and server key, and is opened by each of its identities', async () => {
    const { manifest } = await backUp(await encryptTo(recipients));
    await verifyBackup(await decryptWith(0), await readManifest(await decryptWith(0), manifest.name), none);
    await restore(await decryptWith(1), manifest.name);
    expect(await readContents(emptyUrl)).toEqual(await readContents(test.databaseUrl));
    for (const file of ['ftp/certificate.pem', 'server.key'])
      expect(await readFile(path.join(dataDir(), file))).toEqual(await readFile(path.join(test.dataDir, file)));
    const restored = await readStorage(await createFileStorage(path.join(dataDir(), 'media'), 'test'));
    const originals = await readStorage(test.storage);
    expect(restored.size).toBe(manifest.files.count);
    for (const [key, bytes] of restored) expect(bytes.equals(originals.get(key) ?? Buffer.alloc(0))).toBe(true);
  });

  it('contains no row, name, key or byte of a file in plain', async () => {
    const photos = await test.db.selectFrom('files').select(['storage_key', 'sha256']).where('sha256', 'is not', null).execute();
    const needles = [
      ana.email,
      'bride.jpg',
      'Wedding in Sorrento',
      'a certificate and its key',
      'kysely',
      ...photos.map(({ sha256 }) => sha256 ?? ''),
    ];
    needles.push((await readFile(path.join(test.dataDir, 'server.key'), 'utf8')).trim());
    const contents = [...(await readStorage(test.storage)).values()].map((bytes) => bytes.subarray(0, 64));
    /** Returns what of the above occurs in the files of the place, decompressed. */
    const findPlain = async () => {
      const found = new Set<string | Buffer>();
      for (const file of await findInPlace(/./)) {
        const stored = await readFile(file);
        const bytes = file.endsWith('.zst') ? zstdDecompressSync(stored) : stored;
        for (const needle of [...needles, ...contents]) if (bytes.includes(needle)) found.add(needle);
      }
      return found;
    };
    await backUp(await encryptTo());
    expect(photos.length).toBeGreaterThan(0);
    expect(await findPlain()).toEqual(new Set());
    await backUp(storage);
    expect((await findPlain()).size).toBe(needles.length - 1 + contents.length);
  });

  it('copies only new files without an identity, and reuses those of an interrupted backup', async () => {
    const first = await backUp(await encryptTo(recipients));
    await aPhoto(test, ana, album._id, { name: 'later.jpg', colour: '#aa3311' });
    const second = await backUp(await encryptTo(recipients.toReversed()));
    expect(second).toMatchObject({ kept: first.copied, copied: second.manifest.files.count - first.copied });
    for (const name of await listBackups(storage)) await storage.remove(`backups/${name}`);
    const third = await backUp(await encryptTo(recipients));
    expect(third).toMatchObject({ copiedBytes: 0, manifest: { files: { count: second.manifest.files.count } } });
    await verifyBackup(await decryptWith(0), third.manifest, none);
  });

  it('copies all files again for other public keys, and deletes those of backups that are not kept', async () => {
    const first = await backUp(await encryptTo());
    const second = await backUp(await encryptTo(recipients.slice(1)));
    expect(second).toMatchObject({ kept: 0, copied: first.copied });
    await expect(readManifest(await decryptWith(0), second.manifest.name)).rejects.toThrow('encrypted to other public keys');
    await restore(await decryptWith(1), second.manifest.name);
    expect(await deleteAllButNewest(storage, 1)).toEqual([first.manifest.name]);
    expect(await findInPlace(new RegExp(first.manifest.files.folder))).toEqual([]);
    await verifyBackup(await decryptWith(1), second.manifest, none);
  });

  it('stands next to unencrypted ones, which are still restored', async () => {
    const [plain, encrypted, again] = [await backUp(storage), await backUp(await encryptTo()), await backUp(storage)];
    expect(again).toMatchObject({ copied: 0, kept: plain.copied });
    expect(await countPlainBackups(storage)).toBe(2);
    await restore(await decryptWith(0), again.manifest.name);
    expect(await readContents(emptyUrl)).toEqual(await readContents(test.databaseUrl));
    const newest = await backUp(await encryptTo());
    expect(newest).toMatchObject({ copied: 0, kept: encrypted.copied });
    expect(await deleteAllButNewest(storage, 2)).toEqual([plain.manifest.name, encrypted.manifest.name]);
    await verifyBackup(storage, again.manifest, none);
    await deleteAllButNewest(storage, 1);
    expect(await countPlainBackups(storage)).toBe(0);
    expect(await findInPlace(/place\/files\//)).toEqual([]);
    await verifyBackup(await decryptWith(0), newest.manifest, none);
  });

  it('stores a damaged file apart from the intact one, which a later backup copies', async () => {
    const broken = await aPhoto(test, ana, album._id, { name: 'broken.jpg', colour: '#221144' });
    const file = await test.db.selectFrom('files').select('storage_key').where('id', '=', broken.mediaFile.key).executeTakeFirstOrThrow();
    const intact = await test.storage.withLocalFile(file.storage_key, (at) => readFile(at));
    await test.files.replace(file.storage_key, 'not what was stored');
    const first = await backUp(await encryptTo());
    expect(first.manifest.faults).toEqual([{ key: file.storage_key, what: 'damaged' }]);
    await test.files.replace(file.storage_key, intact);
    const second = await backUp(await encryptTo());
    expect(second).toMatchObject({ copied: 1, manifest: { faults: [] } });
    for (const { manifest } of [first, second]) await verifyBackup(await decryptWith(0), manifest, none);
    await deleteAllButNewest(storage, 1);
    expect(await findInPlace(/\.damaged\./)).toEqual([]);
    await verifyBackup(await decryptWith(0), second.manifest, none);
  });

  it('can be stored in an object store', async () => {
    const s3 = await startS3();
    const { place, close } = await openBackupStorage({ s3: { ...s3.settings, prefix: 'encrypted-backups/', cacheBytes: 0 } }, 'backup');
    storage = place;
    await backUp(await encryptTo());
    const { manifest, copied } = await backUp(await encryptTo());
    expect(copied).toBe(0);
    await deleteAllButNewest(storage, 1);
    await verifyBackup(await decryptWith(0), await readManifest(await decryptWith(0), manifest.name), none);
    await close();
    await s3.close();
  });

  it('is refused while another backup of the installation is running', async () => {
    let second: Promise<unknown> | undefined;
    const onFile = () => {
      second ??= expect(backUp(storage)).rejects.toThrow('Another backup of this installation is running');
    };
    await backUp(await encryptTo(), { onFile });
    await second;
    expect(second).toBeDefined();
  });
});

describe('a restore of an encrypted backup', () => {
  it('is refused without an identity and with that of others, in one sentence each, and writes nothing', async () => {
    const { manifest } = await backUp(await encryptTo());
    await expect(restore(storage, manifest.name)).rejects.toThrow(
      `The backup ${manifest.name} is encrypted. Specify the file with your identity: --identity FILE.`,
    );
    const other = { ...storage, decryption: await createBackupDecryption([await generateX25519Identity()]) };
    await expect(restore(other, manifest.name)).rejects.toThrow(
      `The backup ${manifest.name} was encrypted to other public keys than those of the identity file`,
    );
    expect(await countTables(emptyUrl)).toBe(0);
    expect((await readStorage(await createFileStorage(path.join(dataDir(), 'media'), 'test'))).size).toBe(0);
  });

  it('is refused before anything is written when bytes of any part changed or are missing', async () => {
    const { manifest } = await backUp(await encryptTo());
    const stored = await readStoredManifest(storage, manifest.name);
    const parts = [
      /\/encrypted\//,
      /public\.users\.zst\.age$/,
      /contents\.json\.age$/,
      /server\.key\.age$/,
      /certificate\.pem\.age$/,
      /files-\d\.zst$/,
    ];
    const changes = [
      (file: string) => flipByte(file, 10),
      async (file: string) => flipByte(file, (await readFile(file)).length - 1),
      async (file: string) => truncate(file, (await readFile(file)).length - 1),
      (file: string) => rm(file),
    ];
    const assertRefused = async (pattern: RegExp, change: (file: string) => Promise<void>) => {
      const [file = ''] = await findInPlace(pattern);
      const bytes = await readFile(file);
      await change(file);
      await expect(verifyBackup(storage, stored, none)).rejects.toThrow(/^The backup is damaged: /);
      await expect(restore(await decryptWith(0), manifest.name)).rejects.toThrow(/^The backup is damaged: /);
      await writeFile(file, bytes);
    };
    for (const change of changes) await assertRefused(/public\.users\.zst\.age$/, change);
    for (const [at, pattern] of parts.entries()) await assertRefused(pattern, changes[at % changes.length] ?? rm);
    expect(await countTables(emptyUrl)).toBe(0);
    await verifyBackup(storage, stored, none);
  });

  it('is refused before anything is written when a part was encrypted to others', async () => {
    const { manifest } = await backUp(await encryptTo());
    const [table = ''] = await findInPlace(/public\.users\.zst\.age$/);
    const other = await createBackupEncryption([await identityToRecipient(await generateX25519Identity())]);
    await writeFile(table, await buffer(other.encrypt((async function* () {})())));
    await expect(restore(await decryptWith(0), manifest.name)).rejects.toThrow(/^The backup is damaged: /);
    expect(await countTables(emptyUrl)).toBe(0);
  });
});
