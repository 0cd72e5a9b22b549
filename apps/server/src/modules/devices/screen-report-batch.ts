import type { Logger } from 'pino';
import { createBatch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import { commitWithoutDisk, type Database, type Db, type Tx } from '../../platform/database/database.ts';
import { createGathering, type Gathering } from '../../platform/gathering.ts';
import { capPerRoom, type Live, type Nudge } from '../../platform/live/live.ts';
import { isAnybodyElsewhere } from '../../platform/live/people-here.store.ts';
import { listDevicesOfScreens, listDevicesWatchedElsewhere } from './devices.store.ts';
import { type Audience, downloadNudge, statusNudge } from './screen-nudges.ts';
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
  mayHaveOthers: () => boolean;
  processId: string;
}

/** So many screens in one statement; whoever waits for more has a restart or a publish to all behind it. */
export const AT_ONCE = 500;
const TRANSITIONS = { waitMs: 50, crowdMs: 250, max: AT_ONCE };
const CHECKPOINTS = { soonMs: 10_000, apartMs: 10_000 };
const LOCALLY = { soonMs: 50, apartMs: 1000 };
const ELSEWHERE = { soonMs: 50, apartMs: 2000 };

const nudgesOf = async (db: Db, reported: readonly ReportOfScreen[]): Promise<Nudge[]> =>
  nudgesTo(
    await listDevicesOfScreens(
      db,
      reported.map(({ screenId }) => screenId),
    ),
    reported,
  );

function nudgesTo(devices: readonly (Audience & { screen_id: string })[], reported: readonly ReportOfScreen[]): Nudge[] {
  const reportOf = new Map(reported.map(({ screenId, report }) => [screenId, report]));
  const nudges = devices.flatMap((device) => {
    const report = reportOf.get(device.screen_id);
    return report ? [statusNudge(device), downloadNudge(device, report)] : [];
  });
  return capPerRoom(nudges);
}

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
    { ...CHECKPOINTS, onFailed: (error) => log.warn({ err: error }, 'could not store screen reports') },
  );
  return checkpoints;
}

/** Tells people on this process what has changed on a wall; nothing is looked up while nobody is there. */
export function createLocalNudges({ db, log, reports, sendLocally, isHeardLocally }: ReportBatchDeps): Pick<Gathering, 'add'> {
  const gathering = createGathering(
    async (screenIds) => {
      for (const nudge of await nudgesOf(db, reports.list(screenIds))) sendLocally(nudge);
    },
    { ...LOCALLY, onFailed: (error) => log.warn({ err: error }, 'could not notify clients of screen changes') },
  );
  return {
    add(screenId) {
      if (isHeardLocally()) gathering.add(screenId);
    },
  };
}

/**
 * Tells people on other processes, a screen at most every two seconds. Their page asks the process that it is connected to, which knows of this screen what the database
 * does; so that is written first, of the screens alone that somebody looks at. While nobody does, a round is one question, and none while nothing changes.
 */
export function createNudgesElsewhere(deps: ReportBatchDeps): Pick<Gathering, 'add'> {
  const { db, live, log, reports, processId, mayHaveOthers } = deps;
  const gathering = createGathering(
    async (screenIds) => {
      if (!(await isAnybodyElsewhere(db, processId))) return;
      const devices = await listDevicesWatchedElsewhere(db, processId, screenIds, AT_ONCE);
      const reported = reports.list(devices.map(({ screen_id }) => screen_id));
      if (reported.length > 0) await write(deps, reported, (tx) => live.send(tx, nudgesTo(devices, reported)));
      if (devices.length < AT_ONCE) return;
      // Theirs is the next turn.
      const told = new Set(devices.map(({ screen_id }) => screen_id));
      for (const screenId of screenIds) if (!told.has(screenId)) gathering.add(screenId);
    },
    { ...ELSEWHERE, onFailed: (error) => log.warn({ err: error }, 'could not notify other processes of screen changes') },
  );
  return {
    add(screenId) {
      if (mayHaveOthers()) gathering.add(screenId);
    },
  };
}
