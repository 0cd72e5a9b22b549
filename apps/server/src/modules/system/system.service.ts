import type { SystemState } from '@vitrine/contract';
import { findMailState } from '../../platform/mail/mail-state.ts';
import type { Platform } from '../define-module.ts';
import { findDisk } from './disk.ts';
import { countByKind } from './jobs.read-model.ts';
import { presentDatabase, presentMail, presentProcess, presentSlow, sumStatements } from './system.presenter.ts';
import { findDatabase, listCountedStatements, listProcesses } from './system.read-model.ts';

type Deps = Pick<Platform, 'db' | 'dataDir' | 'sendsMail' | 'processId'>;

/** What the installation is made of now. */
export function createSystem({ db, dataDir, sendsMail, processId }: Deps) {
  return {
    async read(): Promise<SystemState> {
      const [processes, jobs, disk, database, mail] = await Promise.all([
        listProcesses(db),
        countByKind(db),
        findDisk(dataDir),
        findDatabase(db),
        findMailState(db),
      ]);
      const statements = database.counts_statements
        ? await listCountedStatements(db)
        : sumStatements(processes.map(({ slow_statements: told }) => told));
      return {
        processes: processes.map((row) => presentProcess(row, processId)),
        jobs,
        disk,
        database: presentDatabase(database),
        mail: presentMail(mail, sendsMail),
        slow: { source: database.counts_statements ? 'database' : 'processes', statements: statements.map(presentSlow) },
      };
    },
  };
}

export type System = ReturnType<typeof createSystem>;
