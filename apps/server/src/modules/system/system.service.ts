import { statfs } from 'node:fs/promises';
import type { SystemState } from '@vitrine/contract';
import { findMailStatus } from '../../platform/mail/mail-status.ts';
import type { Platform } from '../define-module.ts';
import { countJobsByKind } from './job-queue.read-model.ts';
import { mergeStatements, presentDatabase, presentMailStatus, presentProcess, presentSlowStatement } from './system.presenter.ts';
import { listCountedStatements, listProcesses, readDatabaseStatus } from './system.read-model.ts';
import { isDiskLow } from './system.rules.ts';

type Deps = Pick<Platform, 'db' | 'dataDir' | 'hasMailServer' | 'processId'>;

/** Reads the current state of the installation. */
export function createSystemService({ db, dataDir, hasMailServer, processId }: Deps) {
  return {
    async read(): Promise<SystemState> {
      const [processes, jobs, disk, database, mail] = await Promise.all([
        listProcesses(db),
        countJobsByKind(db),
        readDiskUsage(dataDir),
        readDatabaseStatus(db),
        findMailStatus(db),
      ]);
      const statements = database.counts_statements
        ? await listCountedStatements(db)
        : mergeStatements(processes.map(({ slow_statements: statements }) => statements));
      return {
        processes: processes.map((row) => presentProcess(row, processId)),
        jobs,
        disk,
        database: presentDatabase(database),
        mail: presentMailStatus(mail, hasMailServer),
        slow: { source: database.counts_statements ? 'database' : 'processes', statements: statements.map(presentSlowStatement) },
      };
    },
  };
}

export type SystemService = ReturnType<typeof createSystemService>;

/** Returns the size and free space of a folder's disk in bytes. Space reserved for root does not count as free. */
export async function readDiskUsage(folder: string): Promise<SystemState['disk']> {
  const { blocks, bavail, bsize } = await statfs(folder);
  const usage = { total: blocks * bsize, free: bavail * bsize };
  return { folder, ...usage, isLow: isDiskLow(usage) };
}
