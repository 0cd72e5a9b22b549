/** `npm run rotate-keys`: replaces the server key and encrypts all stored values again. The product may keep running, and the command may be repeated. */
import { readConfig } from '../apps/server/src/config/config.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { openInstallationDatabase } from '../apps/server/src/platform/database/installation-database.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { type RotationStep, rotateServerKeys } from '../apps/server/src/platform/security/rotate-server-keys.ts';
import { findRunningProcesses, waitForRefresh } from '../apps/server/src/platform/security/running-processes.ts';
import { MODULES } from '../apps/server/src/wiring.ts';
import { exitWithError } from './backup/progress.ts';

const STEP_MESSAGES: Record<RotationStep, string> = {
  keysAdded: 'New keys were added. Waiting for the running processes.',
  processesReady: 'All processes have loaded the new keys.',
  serverKeyReplaced: 'The new server key is in use. Waiting for the running processes.',
  processesSwitched: 'New values are encrypted with the new keys.',
  valuesResealed: 'All stored values are encrypted with the new keys.',
  oldKeysDeleted: 'The old keys were deleted.',
};

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog('fatal');
  const installation = await openInstallationDatabase(config, log, { alone: false });
  const handle = openDatabase(installation.url, log, 2, 0);
  try {
    const isKeyFile = config.serverKey === undefined;
    const isRunning = await findRunningProcesses(handle.db, { isKeyFile });
    const { resealed, unreadable } = await rotateServerKeys({
      db: handle.db,
      source: { dataDir: config.dataDir, given: config.serverKey, former: config.formerServerKeys },
      encrypted: MODULES.flatMap(({ encryptedColumns = [] }) => encryptedColumns),
      waitForProcesses: () => waitForRefresh(isRunning),
      onStep: (step) => console.log(STEP_MESSAGES[step]),
    });
    console.log(`${resealed} values were encrypted again.`);
    if (unreadable > 0) console.error(`${unreadable} values could not be decrypted. They were unreadable before.`);
    console.log(
      isKeyFile
        ? 'Back up the installation now: earlier backups contain the old key.'
        : 'Remove the old key from SERVER_KEY and restart all processes. Then back up the installation.',
    );
  } finally {
    await handle.close();
    await installation.close();
  }
}

await run().catch(exitWithError);
process.exit(0);
