/**
 * `npm run move-files`: moves the files of a running installation to S3 or back, as set in FILES_MOVE. `--remove` deletes each verified file at its old
 * place.
 */
import { readConfig } from '../apps/server/src/config/config.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { type MoveCount, moveFiles } from '../apps/server/src/platform/storage/move-files.ts';
import { openMigration } from '../apps/server/src/platform/storage/open-storage.ts';

const PRINT_INTERVAL_MS = 5000;

const config = readConfig(process.env);
const move = await openMigration(config, newId());
if (!move) {
  console.error('Set S3_* and FILES_MOVE=to-s3 or FILES_MOVE=to-folder, and restart all processes with the same settings first.');
  process.exit(1);
}
const isRemoving = process.argv.includes('--remove');
const printCount = ({ moved, alreadyPresent, missing, bytes, faults }: MoveCount) =>
  console.log(
    `${moved} moved, ${alreadyPresent} already present, ${missing} deleted in the meantime, ${(bytes / 1e9).toFixed(3)} GB compared, ${faults.length} failed`,
  );
let printedAt = performance.now();
const count = await moveFiles(move, isRemoving, (current) => {
  if (performance.now() - printedAt < PRINT_INTERVAL_MS) return;
  printedAt = performance.now();
  printCount(current);
});
move.close();
for (const { key, error } of count.faults) console.error(`${key}: ${error instanceof Error ? error.message : String(error)}`);
printCount(count);
if (count.faults.length > 0) console.error('Run the command again to move the remaining files.');
else
  console.log(
    isRemoving
      ? 'All files have been moved. Restart all processes without FILES_MOVE.'
      : 'All files have been copied. Run the command again with --remove, then restart all processes without FILES_MOVE.',
  );
process.exit(count.faults.length > 0 ? 1 : 0);
