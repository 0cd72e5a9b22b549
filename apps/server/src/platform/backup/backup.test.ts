import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Album, Media } from '@vitrine/contract';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPhoto, aPlaylist, aScreen, type TestPerson } from '../../testing/builders.ts';
import { countTables, readContents } from '../../testing/database-contents.ts';
import { startS3 } from '../../testing/s3-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { createServerKey, readServerKey } from '../security/server-key.ts';
import { createFileStorage } from '../storage/file-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { deleteAllButNewest, listBackups, readManifest } from './backup-catalogue.ts';
import { openBackupStorage } from './backup-location.ts';
import type { Manifest } from './backup-manifest.ts';
import { type BackupOptions, createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const log = pino({ level: 'silent' });
const none = () => undefined;
let test: TestApp;
let ana: TestPerson;
let album: Album;
let photo: Media;
let root: string;
let place: Storage;
let emptyUrl: string;

beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test, { devices: 5 });
  album = await anAlbum(ana);
  photo = await aPhoto(test, ana, album._id);
  const playlist = await aPlaylist(ana, { albumIds: [album._id] });
  const device = await aDevice(ana, await aScreen(test));
  await ana.call('POST', '/publish', { devices: [device._id], playlists: [playlist._id] });
  await mkdir(path.join(test.dataDir, 'ftp'));
  await writeFile(path.join(test.dataDir, 'ftp', 'certificate.pem'), 'a certificate and its key');
});
afterAll(() => test.close());
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'vitrine-backup-test-'));
  place = await createFileStorage(path.join(root, 'place'), 'backup');
  emptyUrl = await createEmptyDatabase();
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const backUp = (changes: Partial<BackupOptions> = {}) =>
  createBackup({ url: test.databaseUrl, source: test.storage, place, dataDir: test.dataDir, onFile: none, ...changes });
const dataDir = () => path.join(root, 'restored');
async function restore(manifest: Manifest, serverKey?: Buffer) {
  const target = await createFileStorage(path.join(dataDir(), 'media'), 'restore');
  await restoreBackup({ url: emptyUrl, target, place, dataDir: dataDir(), serverKey, manifest, log, onBytes: none });
}

const findFirstFile = async (folder: string) => {
  const files = await readdir(path.join(root, 'place', folder), { recursive: true, withFileTypes: true });
  const file = files.find((entry) => entry.isFile());
  return path.join(file?.parentPath ?? '', file?.name ?? '');
};

describe('a backup', () => {
  it('restores the same rows, files and certificate, so that the product continues', async () => {
    const waiting = await anAlbum(ana, { name: 'With a job that waits' });
    await ana.call('DELETE', `/albums/${waiting._id}`);
    const { manifest } = await backUp();
    expect(manifest.faults).toEqual([]);
    await restore(manifest);
    expect(await readContents(emptyUrl)).toEqual(await readContents(test.databaseUrl));
    expect(await readFile(path.join(dataDir(), 'ftp', 'certificate.pem'), 'utf8')).toBe('a certificate and its key');

    const again = await createTestApp({}, undefined, { databaseUrl: emptyUrl, dataDir: dataDir() });
    const get = (url: string) => again.app.inject({ url: `/api${url}`, headers: { authorization: ana.token } });
    const download = `/uploads/media/download/?key=${photo.mediaFile.key}`;
    expect((await get(download)).rawPayload).toEqual((await ana.call('GET', download)).rawPayload);
    const renamed = { method: 'PUT' as const, url: `/api/albums/${album._id}`, payload: { name: 'Restored' } };
    expect((await again.app.inject({ ...renamed, headers: { authorization: ana.token } })).statusCode).toBe(200);
    await again.runJobs();
    await again.close();
  });

  it('copies only new files the second time, and deletes files that no kept backup needs', async () => {
    const first = await backUp();
    expect(first.copied).toBe(first.manifest.files.count);
    const later = await aPhoto(test, ana, album._id, { name: 'later.jpg', colour: '#aa3311' });
    const second = await backUp();
    expect(second).toMatchObject({ kept: first.copied });
    expect(second.copied).toBe(second.manifest.files.count - first.copied);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [later._id] });
    await ana.call('DELETE', `/bin/${ana.user._id}`, { all: true });
    await test.runJobs();
    const third = await backUp();
    expect(third).toMatchObject({ copied: 0, kept: first.copied });
    expect(await deleteAllButNewest(place, 1)).toEqual([first.manifest.name, second.manifest.name]);
    expect(await listBackups(place)).toEqual([third.manifest.name]);
    let files = 0;
    for await (const found of place.list('files')) files += found.length;
    expect(files).toBe(first.copied);
    await verifyBackup(place, third.manifest, none);
  });

  it('is consistent while data is added and deleted', async () => {
    const deletedPhoto = await aPhoto(test, ana, album._id, { name: 'passing.jpg', colour: '#118833' });
    let isDone = false;
    /** Deletes a file after its name was read and before its bytes are. */
    const busy: Storage = {
      ...test.storage,
      async *list(key) {
        if (!isDone) {
          isDone = true;
          await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [deletedPhoto._id] });
          await ana.call('DELETE', `/bin/${ana.user._id}`, { all: true });
          await test.runJobs();
          await aPhoto(test, ana, album._id, { name: 'in the meantime.jpg', colour: '#ffee11' });
        }
        yield* test.storage.list(key);
      },
    };
    const { manifest } = await backUp({ source: busy });
    expect(manifest.faults).toEqual([]);
    await restore(manifest);
    expect(await readContents(emptyUrl)).toEqual(await readContents(test.databaseUrl));
  });

  it('reports damaged and missing files, and contains the others', async () => {
    const broken = await aPhoto(test, ana, album._id, { name: 'broken.jpg', colour: '#221144' });
    const { storage_key: key } = await test.db
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', broken.mediaFile.key)
      .executeTakeFirstOrThrow();
    await test.files.replace(key, 'not what was stored');
    expect((await backUp()).manifest.faults).toEqual([{ key, what: 'damaged' }]);
    await test.files.remove(key);
    place = await createFileStorage(path.join(root, 'place'), 'backup');
    await rm(path.join(root, 'place', 'files', key));
    const { manifest } = await backUp();
    expect(manifest.faults).toEqual([{ key, what: 'missing' }]);
    await verifyBackup(place, manifest, none);
    await test.db.deleteFrom('media').where('file_id', '=', broken.mediaFile.key).execute();
    await test.db.deleteFrom('files').where('id', '=', broken.mediaFile.key).execute();
  });

  it('can be stored completely in an object store', async () => {
    const s3 = await startS3();
    const { place: bucket, close } = await openBackupStorage(
      { s3: { ...s3.settings, prefix: 'backups-of-ana/', cacheBytes: 0 } },
      'backup',
    );
    place = bucket;
    await backUp();
    const { manifest, copied } = await backUp();
    expect(copied).toBe(0);
    await verifyBackup(place, await readManifest(place, manifest.name), none);
    await close();
    await s3.close();
  });
});

describe('the server key', () => {
  it('is stored in the backup and restored to a file that only its owner can read', async () => {
    await restore((await backUp()).manifest);
    const file = path.join(dataDir(), 'server.key');
    expect(await readFile(file, 'utf8')).toBe(await readFile(path.join(test.dataDir, 'server.key'), 'utf8'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is not in the backup when it comes from the environment, and a restore needs the same one', async () => {
    const key = await readServerKey(test.dataDir);
    const folder = path.join(root, 'without-a-key');
    await mkdir(folder);
    const { manifest } = await backUp({ dataDir: folder });
    expect(manifest.serverKey?.part).toBe(null);
    await expect(restore(manifest)).rejects.toThrow('Set SERVER_KEY to the one it was made with.');
    await expect(restore(manifest, randomBytes(32))).rejects.toThrow('made with another SERVER_KEY');
    expect(await countTables(emptyUrl)).toBe(0);
    await restore(manifest, key);
    expect(await readContents(emptyUrl)).toEqual(await readContents(test.databaseUrl));
  });

  it('does not replace another key in the data folder', async () => {
    await createServerKey(dataDir());
    await expect(restore((await backUp()).manifest)).rejects.toThrow('Restore into a new DATA_DIR');
  });
});

describe('a restore', () => {
  it('refuses a damaged backup before anything is written, and names the damaged part', async () => {
    const { manifest } = await backUp();
    const file = await findFirstFile('files');
    const bytes = await readFile(file);
    await writeFile(file, Buffer.from(bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte))));
    await expect(restore(manifest)).rejects.toThrow(/damaged: files\//);
    await rm(file);
    await expect(restore(manifest)).rejects.toThrow(/damaged: files\/.* is missing/);
    expect(await countTables(emptyUrl)).toBe(0);
    const sealed = path.join(root, 'place', 'backups', manifest.name, 'manifest.json');
    await writeFile(sealed, (await readFile(sealed, 'utf8')).replace('"rows": 1,', '"rows": 2,'));
    await expect(readManifest(place, manifest.name)).rejects.toThrow('The manifest of the backup is damaged');
  });

  it('refuses a non-empty installation and a backup of a newer version', async () => {
    const { manifest } = await backUp();
    const newer = { ...manifest, migrations: [...manifest.migrations, '9999_tomorrow'] };
    await expect(restore(newer)).rejects.toThrow(/another version of Vitrine/);
    await mkdir(path.join(dataDir(), 'media', 'ab'), { recursive: true });
    await writeFile(path.join(dataDir(), 'media', 'ab', 'photo'), 'existing');
    await expect(restore(manifest)).rejects.toThrow('not empty: it has files');
    emptyUrl = test.databaseUrl;
    await expect(restore(manifest)).rejects.toThrow('not empty: its database has tables');
  });

  it('that was interrupted prevents the start of the product until it is repeated', async () => {
    const { manifest } = await backUp();
    const broken: Manifest = { ...manifest, tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })) };
    await expect(restore(broken)).rejects.toThrow(/rows, but the backup contains/);
    const handle = openDatabase(emptyUrl, log, 2);
    await expect(migrate(handle.db)).rejects.toThrow('A restore into this database didn’t finish');
    await restore(manifest);
    expect(await migrate(handle.db)).toEqual([]);
    await handle.close();
    expect(await readContents(emptyUrl)).toEqual(await readContents(test.databaseUrl));
  });
});
