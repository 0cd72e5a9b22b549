/**
 * `npm run restore -- PLACE [--backup NAME] [--check]`: restores a backup into an empty installation, by default the newest one. `--check` only reads and
 * verifies it.
 */
import { parseArgs } from 'node:util';
import { parseBackupLocation } from '../apps/server/src/config/backup-settings.ts';
import { readConfig } from '../apps/server/src/config/config.ts';
import { listBackups, readManifest } from '../apps/server/src/platform/backup/backup-catalogue.ts';
import { openBackupStorage } from '../apps/server/src/platform/backup/backup-location.ts';
import { BackupError, type Manifest } from '../apps/server/src/platform/backup/backup-manifest.ts';
import { restoreBackup } from '../apps/server/src/platform/backup/restore-backup.ts';
import { verifyBackup } from '../apps/server/src/platform/backup/verify-backup.ts';
import { prepareDataFolder } from '../apps/server/src/platform/data-folder.ts';
import { openInstallationDatabase } from '../apps/server/src/platform/database/installation-database.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { openStorage } from '../apps/server/src/platform/storage/open-storage.ts';
import type { Storage } from '../apps/server/src/platform/storage/storage.ts';
import { BUCKET_OWNER_KEY } from '../apps/server/src/platform/storage/storage-keys.ts';
import { createProgressPrinter, exitWithError, formatMegabytes } from './backup/progress.ts';

async function findManifest(place: Storage, requestedName: string | undefined): Promise<Manifest> {
  const names = await listBackups(place);
  const name = requestedName ?? names.at(-1);
  if (name === undefined) throw new BackupError('No complete backup found.');
  if (!names.includes(name)) throw new BackupError(`No complete backup named ${name}. Available backups: ${names.join(', ') || 'none'}.`);
  return readManifest(place, name);
}

async function restore(place: Storage, manifest: Manifest): Promise<void> {
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

async function run(location: string, { backup, check }: { backup?: string | undefined; check?: boolean | undefined }): Promise<void> {
  const startedAt = performance.now();
  const { place, close } = await openBackupStorage(parseBackupLocation(location, process.env), newId());
  try {
    const manifest = await findManifest(place, backup);
    const printProgress = createProgressPrinter();
    if (check)
      await verifyBackup(place, manifest, (bytes) =>
        printProgress(() => `${formatMegabytes(bytes)} of ${formatMegabytes(manifest.files.bytes)} verified`),
      );
    else await restore(place, manifest);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${check ? 'Verified' : 'Restored'} ${manifest.name}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.count} files of ` +
        `${formatMegabytes(manifest.files.bytes)}, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`,
    );
    for (const { key, what } of manifest.faults) console.error(`${key} was ${what} when the backup was made.`);
    if (!check) console.log('You can start Vitrine now.');
  } finally {
    await close();
  }
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { backup: { type: 'string' }, check: { type: 'boolean' } } });
const [location] = positionals;
if (location === undefined) {
  console.error(
    'Specify a source: npm run restore -- /var/backups/vitrine, or npm run restore -- s3://bucket/prefix/. Use --check to verify without writing.',
  );
  process.exit(1);
}
await run(location, values).catch(exitWithError);
process.exit(0);
