/**
 * `npm run restore -- PLACE [--backup NAME] [--identity FILE] [--check]`: restores a backup into an empty installation, by default the newest one. `--check`
 * only reads and verifies it; without an identity, an encrypted one is verified as it is stored.
 */
import { parseArgs } from 'node:util';
import { parseBackupLocation } from '../apps/server/src/config/backup-settings.ts';
import { readConfig } from '../apps/server/src/config/config.ts';
import { listBackups, readManifest, readStoredManifest } from '../apps/server/src/platform/backup/backup-catalogue.ts';
import { type BackupPlace, readIdentityFile } from '../apps/server/src/platform/backup/backup-encryption.ts';
import { openBackupStorage } from '../apps/server/src/platform/backup/backup-location.ts';
import { BackupError, type EncryptedManifest, type Manifest } from '../apps/server/src/platform/backup/backup-manifest.ts';
import { restoreBackup } from '../apps/server/src/platform/backup/restore-backup.ts';
import { verifyBackup } from '../apps/server/src/platform/backup/verify-backup.ts';
import { prepareDataFolder } from '../apps/server/src/platform/data-folder.ts';
import { openInstallationDatabase } from '../apps/server/src/platform/database/installation-database.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { openStorage } from '../apps/server/src/platform/storage/open-storage.ts';
import { BUCKET_OWNER_KEY } from '../apps/server/src/platform/storage/storage-keys.ts';
import { createProgressPrinter, exitWithError, formatMegabytes } from './backup/progress.ts';

async function findBackup(place: BackupPlace, requestedName: string | undefined): Promise<string> {
  const names = await listBackups(place);
  const name = requestedName ?? names.at(-1);
  if (name === undefined) throw new BackupError('No complete backup found.');
  if (!names.includes(name)) throw new BackupError(`No complete backup named ${name}. Available backups: ${names.join(', ') || 'none'}.`);
  // An attacker who can write to the place could add an unencrypted backup.
  if (requestedName === undefined && place.decryption && (await readStoredManifest(place, name)).format === 1)
    throw new BackupError(`The newest backup, ${name}, is not encrypted. To use it nevertheless, add --backup ${name}.`);
  return name;
}

async function restore(place: BackupPlace, manifest: Manifest): Promise<void> {
  const config = readConfig(process.env);
  prepareDataFolder(config.dataDir);
  const [log, printProgress] = [createLog('fatal'), createProgressPrinter()];
  const database = await openInstallationDatabase(config, log, { alone: true });
  const { storage: target, objects, close } = await openStorage(config, newId());
  try {
    const onBytes = (step: string, bytes: number) =>
      printProgress(() => `${formatMegabytes(bytes)} of ${formatMegabytes(manifest.files.bytes)} ${step}`);
    await restoreBackup({
      url: database.url,
      target,
      place,
      dataDir: config.dataDir,
      serverKey: config.serverKey,
      formerServerKeys: config.formerServerKeys,
      manifest,
      log,
      onBytes,
    });
    // An empty installation may have claimed the bucket. The restored one claims it at its start.
    await objects?.remove([BUCKET_OWNER_KEY]);
  } finally {
    close();
    await database.close();
  }
}

const formatFiles = ({ files }: Manifest | EncryptedManifest) => `${files.count} files of ${formatMegabytes(files.bytes)}`;
const formatRows = ({ tables }: Manifest) => `${tables.reduce((sum, table) => sum + table.rows, 0)} rows of ${tables.length} tables`;

async function check(place: BackupPlace, manifest: Manifest | EncryptedManifest): Promise<void> {
  const printProgress = createProgressPrinter();
  await verifyBackup(place, manifest, (bytes) =>
    printProgress(() => `${formatMegabytes(bytes)} of ${formatMegabytes(manifest.files.bytes)} verified`),
  );
}

interface Options {
  backup?: string | undefined;
  identity?: string | undefined;
  check?: boolean | undefined;
}

async function run(location: string, { backup, identity, check: isCheck }: Options): Promise<void> {
  const startedAt = performance.now();
  const decryption = identity === undefined ? undefined : await readIdentityFile(identity);
  const { place: storage, close } = await openBackupStorage(parseBackupLocation(location, process.env), newId());
  const place = { ...storage, decryption };
  const formatDuration = () => `in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  try {
    const name = await findBackup(place, backup);
    const stored = await readStoredManifest(place, name);
    if (isCheck && stored.format === 2 && !decryption) {
      await check(place, stored);
      console.log(`Verified the encrypted bytes of ${name}: ${formatFiles(stored)}, ${formatDuration()}.`);
      console.log('To verify that they can be decrypted, add --identity FILE.');
      return;
    }
    const manifest = await readManifest(place, name);
    await (isCheck ? check(place, manifest) : restore(place, manifest));
    console.log(`${isCheck ? 'Verified' : 'Restored'} ${name}: ${formatRows(manifest)}, ${formatFiles(manifest)}, ${formatDuration()}.`);
    for (const { key, what } of manifest.faults) console.error(`${key} was ${what} when the backup was made.`);
    if (!isCheck) console.log('You can start Vitrine now.');
  } finally {
    await close();
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { backup: { type: 'string' }, identity: { type: 'string' }, check: { type: 'boolean' } },
});
const [location] = positionals;
if (location === undefined) {
  console.error(
    'Specify a source: npm run restore -- /var/backups/vitrine, or npm run restore -- s3://bucket/prefix/. Use --check to verify without writing.',
  );
  process.exit(1);
}
await run(location, values).catch(exitWithError);
process.exit(0);
