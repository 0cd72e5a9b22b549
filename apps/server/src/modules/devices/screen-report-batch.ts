import type { Logger } from 'pino';
import { createBatch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import { commitWithoutDisk, type Database, type Db, type Tx } from '../../platform/database/database.ts';
import { createGathering, type Gathering } from '../../platform/gathering.ts';
import { capPerRoom, type Live, type Nudge } from '../../platform/live/live.ts';
import { listDevicesOfScreens } from './devices.store.ts';
import { downloadNudge, statusNudge } from './screen-nudges.ts';
import type { ReportOfScreen, ScreenReports } from './screen-reports.ts';
import { updateReports } from './screens.store.ts';

export interface ReportBatchDeps {
  db: Database;
  live: Live;
  clock: Clock;
  log: Logger;
  reports: ScreenReports;
  /** Reaches only the sockets of this process: for what changes too often to tell all of them. */
  sendLocally: (nudge: Nudge) => void;
  /** Whether anybody is connected to this process whom that could reach. */
  isHeardLocally: () => boolean;
}

/** So many screens in one statement; whoever waits for more has a restart or a publish to all behind it. */
export const AT_ONCE = 500;
const TRANSITIONS = { waitMs: 50, crowdMs: 250, max: AT_ONCE };
const CHECKPOINTS = { soonMs: 10_000, apartMs: 10_000 };
const LOCALLY = { soonMs: 50, apartMs: 1000 };

const nudgesOf = async (db: Db, reported: readonly ReportOfScreen[]): Promise<Nudge[]> => {
  const reportOf = new Map(reported.map(({ screenId, report }) => [screenId, report]));
  const devices = await listDevicesOfScreens(db, [...reportOf.keys()]);
  const nudges = devices.flatMap((device) => {
    const report = reportOf.get(device.screen_id);
    return report ? [statusNudge(device), downloadNudge(device, report)] : [];
  });
  return capPerRoom(nudges);
};

const write = ({ db, clock, reports }: ReportBatchDeps, reported: ReportOfScreen[], tell: (tx: Tx) => Promise<void>): Promise<void> =>
  db
    .transaction()
    .execute(async (tx) => {
      await commitWithoutDisk(tx);
      await updateReports(tx, reported);
      await tell(tx);
    })
    .then(() => reports.noteWritten(reported, clock.now()));

/** Stores what screens have changed to, and tells the devices' audiences wherever those are. */
export const createTransitionBatch = (deps: ReportBatchDeps): ((screenId: string) => Promise<true>) =>
  createBatch(async (screenIds: readonly string[]) => {
    // A screen that left meanwhile has had its last word written.
    const reported = deps.reports.list(screenIds);
    if (reported.length > 0) await write(deps, reported, async (tx) => deps.live.send(tx, await nudgesOf(tx, reported)));
    return screenIds.map(() => true);
  }, TRANSITIONS);

/** Stores now and then what is nobody's news, such as which item is on the wall; and what could not be stored when it was news. */
export function createCheckpoints(deps: ReportBatchDeps): Gathering {
  const { clock, log, reports } = deps;
  const checkpoints = createGathering(
    async (screenIds) => {
      try {
        const due = reports.list(screenIds.filter((screenId) => reports.isDue(screenId, clock.now())));
        for (let from = 0; from < due.length; from += AT_ONCE) await write(deps, due.slice(from, from + AT_ONCE), async () => undefined);
      } finally {
        for (const screenId of screenIds) if (reports.isUnwritten(screenId)) checkpoints.add(screenId);
      }
    },
    { ...CHECKPOINTS, onFailed: (error) => log.warn({ err: error }, 'reports of screens were not stored') },
  );
  return checkpoints;
}

/** Tells people on this process what has changed on a wall; nothing is looked up while nobody is there. */
export function createLocalNudges({ db, log, reports, sendLocally, isHeardLocally }: ReportBatchDeps): Pick<Gathering, 'add'> {
  const gathering = createGathering(
    async (screenIds) => {
      for (const nudge of await nudgesOf(db, reports.list(screenIds))) sendLocally(nudge);
    },
    { ...LOCALLY, onFailed: (error) => log.warn({ err: error }, 'changes on walls were not told') },
  );
  return {
    add(screenId) {
      if (isHeardLocally()) gathering.add(screenId);
    },
  };
}
