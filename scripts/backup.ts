/**
 * `npm run backup -- PLACE [--keep 7]`: backs up the database and all files to a folder or to `s3://bucket/prefix/`, encrypted to the public keys in
 * BACKUP_RECIPIENTS. The product may keep running.
 */
import { parseArgs } from 'node:util';
import { parseBackupLocation, parseBackupRecipients } from '../apps/server/src/config/backup-settings.ts';
import { readConfig } from '../apps/server/src/config/config.ts';
import { countPlainBackups, deleteAllButNewest } from '../apps/server/src/platform/backup/backup-catalogue.ts';
import { createBackupEncryption } from '../apps/server/src/platform/backup/backup-encryption.ts';
import { openBackupStorage } from '../apps/server/src/platform/backup/backup-location.ts';
import { createBackup } from '../apps/server/src/platform/backup/create-backup.ts';
import { prepareDataFolder } from '../apps/server/src/platform/data-folder.ts';
import { openInstallationDatabase } from '../apps/server/src/platform/database/installation-database.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { openStorage } from '../apps/server/src/platform/storage/open-storage.ts';
import { createProgressPrinter, exitWithError, formatMegabytes } from './backup/progress.ts';

const HELP =
  'Specify a destination: npm run backup -- /var/backups/vitrine, or npm run backup -- s3://bucket/prefix/. Use --keep 7 to keep only the seven newest backups.';

async function run(location: string, keep: number | undefined): Promise<boolean> {
  const config = readConfig(process.env);
  const recipients = parseBackupRecipients(process.env);
  const encryption = recipients.length > 0 ? await createBackupEncryption(recipients) : undefined;
  prepareDataFolder(config.dataDir);
  const [processId, printProgress, startedAt] = [newId(), createProgressPrinter(), performance.now()];
  const { place: storage, close: closePlace } = await openBackupStorage(parseBackupLocation(location, process.env), processId);
  const place = { ...storage, encryption };
  const database = await openInstallationDatabase(config, createLog('fatal'), { alone: false });
  const { storage: source, close: closeStorage } = await openStorage(config, processId);
  try {
    const onFile = ({ files, copied, copiedBytes }: { files: number; copied: number; copiedBytes: number }) =>
      printProgress(() => `${files} files checked, ${copied} copied (${formatMegabytes(copiedBytes)})`);
    const { manifest, copied, copiedBytes, kept } = await createBackup({
      url: database.url,
      source,
      place,
      dataDir: config.dataDir,
      onFile,
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(
      `Backup ${manifest.name}: ${rows} rows in ${manifest.tables.length} tables, ${manifest.files.count} files (${formatMegabytes(manifest.files.bytes)}).`,
    );
    console.log(
      `Copied ${copied} files (${formatMegabytes(copiedBytes)}) in ${seconds.toFixed(1)} s. ${kept} files were already in the backup.`,
    );
    console.log(
      encryption
        ? `Encrypted to ${recipients.length} public ${recipients.length === 1 ? 'key' : 'keys'}.`
        : 'The backup is not encrypted. Set BACKUP_RECIPIENTS to encrypt backups.',
    );
    if (manifest.serverKey?.part === null) console.log('The backup does not contain SERVER_KEY. Keep it: a restore needs the same one.');
    for (const { key, what } of manifest.faults) console.error(`${key} is ${what} in the installation itself.`);
    if (keep !== undefined) for (const name of await deleteAllButNewest(place, keep)) console.log(`${name} was removed.`);
    const plain = encryption ? await countPlainBackups(place) : 0;
    if (plain > 0) console.log(`Earlier backups in this place that are not encrypted: ${plain}. --keep removes them over time.`);
    return manifest.faults.length === 0;
  } finally {
    closeStorage();
    await database.close();
    await closePlace();
  }
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } });
const [location] = positionals;
const keep = values.keep === undefined ? undefined : Number(values.keep);
if (location === undefined || (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))) {
  console.error(HELP);
  process.exit(1);
}
process.exit((await run(location, keep).catch(exitWithError)) ? 0 : 1);
