/** `npm run doctor`: prints problems of this installation and how to fix them, also while it runs. Exits with 1 when there is an error. */
import { existsSync, readdirSync } from 'node:fs';
import { readConfig } from '../apps/server/src/config/config.ts';
import { openInstallationDatabase } from '../apps/server/src/platform/database/installation-database.ts';
import type { Finding } from '../apps/server/src/platform/doctor/finding.ts';
import { runDoctorChecks } from '../apps/server/src/platform/doctor/run-checks.ts';
import { createLog } from '../apps/server/src/platform/log.ts';

const MARKS = { ok: '  ok     ', warning: '! warning', fault: 'X ERROR  ' } as const;

function print({ check, level, message, action }: Finding): void {
  console.log(`${MARKS[level]}  ${check}: ${message}.`);
  if (action) console.log(`             ${action}`);
}

async function run(): Promise<boolean> {
  const config = readConfig(process.env);
  const log = createLog('silent');
  let close = async () => undefined as unknown;
  const findDatabase = async () => {
    const { databaseUrl, dataDir } = config;
    const hasOwnDatabase = existsSync(dataDir) && readdirSync(dataDir).some((name) => /^postgres-\d+$/.test(name));
    if (databaseUrl === undefined && !hasOwnDatabase) return undefined;
    const database = await openInstallationDatabase(config, log, { alone: false });
    close = database.close;
    return database.url;
  };
  const findings = await runDoctorChecks(config, findDatabase, log);
  await close();
  findings.forEach(print);
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
  const [warnings, errors] = [count('warning'), count('fault')];
  console.log(
    `\n${count('ok')} OK, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${errors} ${errors === 1 ? 'error' : 'errors'}.`,
  );
  return errors === 0;
}

try {
  process.exit((await run()) ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
