import type { Logger } from 'pino';
import { createBatch } from '../../../platform/batch.ts';
import type { Clock } from '../../../platform/clock.ts';
import { allowAsyncCommit, type Database, type Db, type Tx } from '../../../platform/database/database.ts';
import type { Emit } from '../../../platform/events.ts';
import { createKeyBatcher, type KeyBatcher } from '../../../platform/key-batcher.ts';
import { hasUsersOnOtherProcesses } from '../../../platform/live/connected-users.store.ts';
import { capPerRoom, type Live, type Nudge } from '../../../platform/live/live.ts';
import { publishesShown } from '../devices.events.ts';
import { type Audience, deviceStatusNudge, downloadProgressNudge } from '../devices.live.ts';
import { listDevicesWatchedOnOtherProcesses, listNotifiedDevices } from '../devices.store.ts';
import type { ScreenReportCache, ScreenReportEntry } from './screen-report-cache.ts';
import { updateReports } from './screens.store.ts';

export interface ReportBatchDeps {
  db: Database;
  live: Live;
  emit: Emit;
  clock: Clock;
  log: Logger;
  reports: ScreenReportCache;
  /** Sends a message to the sockets of this process only, for changes that are too frequent for all processes. */
  deliverLocally: (nudge: Nudge) => void;
  /** Returns true when an affected user is connected to this process. */
  hasLocalSubscribers: () => boolean;
  mayRunOtherProcesses: () => boolean;
  processId: string;
}

/** Maximum number of screens in one statement. Larger bursts come from a restart or a publish to all. */
export const MAX_BATCH_SIZE = 500;
const TRANSITION_BATCH = { waitMs: 50, busyWaitMs: 250, max: MAX_BATCH_SIZE };
const CHECKPOINT_BATCH = { firstDelayMs: 10_000, intervalMs: 10_000 };
const LOCAL_NUDGE_BATCH = { firstDelayMs: 50, intervalMs: 1000 };
const REMOTE_NUDGE_BATCH = { firstDelayMs: 50, intervalMs: 2000 };

const loadNudges = async (db: Db, reported: readonly ScreenReportEntry[]): Promise<Nudge[]> =>
  buildNudges(
    await listNotifiedDevices(
      db,
      reported.map(({ screenId }) => screenId),
    ),
    reported,
  );

function buildNudges(devices: readonly (Audience & { screen_id: string })[], reported: readonly ScreenReportEntry[]): Nudge[] {
  const reportOf = new Map(reported.map(({ screenId, report }) => [screenId, report]));
  const nudges = devices.flatMap((device) => {
    const report = reportOf.get(device.screen_id);
    return report ? [deviceStatusNudge(device), downloadProgressNudge(device, report)] : [];
  });
  return capPerRoom(nudges);
}

/** Stores reports and emits which publishes are shown now. */
export async function writeReports(tx: Tx, emit: Emit, reported: ScreenReportEntry[]): Promise<void> {
  const shown = await updateReports(tx, reported);
  if (shown.length > 0) await emit(tx, publishesShown, { shown });
}

const storeReports = (
  { db, clock, emit, reports }: ReportBatchDeps,
  reported: ScreenReportEntry[],
  notify: (tx: Tx) => Promise<void>,
): Promise<void> =>
  db
    .transaction()
    .execute(async (tx) => {
      await allowAsyncCommit(tx);
      await writeReports(tx, emit, reported);
      await notify(tx);
    })
    .then(() => reports.markWritten(reported, clock.now()));

/** Stores transitions of screens, and notifies the devices' audiences on all processes. */
export const createTransitionBatch = (deps: ReportBatchDeps): ((screenId: string) => Promise<true>) =>
  createBatch(async (screenIds: readonly string[]) => {
    // The last report of a screen that disconnected in the meantime is stored with its disconnection.
    const reported = deps.reports.list(screenIds);
    if (reported.length > 0) await storeReports(deps, reported, async (tx) => deps.live.send(tx, await loadNudges(tx, reported)));
    return screenIds.map(() => true);
  }, TRANSITION_BATCH);

/** Periodically stores changes without live events, such as the current item, and transitions that could not be stored. */
export function createCheckpointBatch(deps: ReportBatchDeps): KeyBatcher {
  const { clock, log, reports } = deps;
  const checkpoints = createKeyBatcher(
    async (screenIds) => {
      try {
        const due = reports.list(screenIds.filter((screenId) => reports.isCheckpointDue(screenId, clock.now())));
        for (let from = 0; from < due.length; from += MAX_BATCH_SIZE)
          await storeReports(deps, due.slice(from, from + MAX_BATCH_SIZE), async () => undefined);
      } finally {
        for (const screenId of screenIds) if (reports.isUnwritten(screenId)) checkpoints.add(screenId);
      }
    },
    { ...CHECKPOINT_BATCH, onFailed: (error) => log.warn({ err: error }, 'could not store screen reports') },
  );
  return checkpoints;
}

/** Notifies users on this process of changes. Without connected users, it queries nothing. */
export function createLocalNudges({ db, log, reports, deliverLocally, hasLocalSubscribers }: ReportBatchDeps): Pick<KeyBatcher, 'add'> {
  const gathering = createKeyBatcher(
    async (screenIds) => {
      for (const nudge of await loadNudges(db, reports.list(screenIds))) deliverLocally(nudge);
    },
    { ...LOCAL_NUDGE_BATCH, onFailed: (error) => log.warn({ err: error }, 'could not notify clients of screen changes') },
  );
  return {
    add(screenId) {
      if (hasLocalSubscribers()) gathering.add(screenId);
    },
  };
}

/**
 * Notifies users on other processes, at most every two seconds for each screen. Their pages query their own process, which only knows the database's state,
 * so reports are stored first, but only of screens with viewers. Without viewers a round is one query, and none while nothing changes.
 */
export function createRemoteNudges(deps: ReportBatchDeps): Pick<KeyBatcher, 'add'> {
  const { db, live, log, reports, processId, mayRunOtherProcesses } = deps;
  const gathering = createKeyBatcher(
    async (screenIds) => {
      if (!(await hasUsersOnOtherProcesses(db, processId))) return;
      const devices = await listDevicesWatchedOnOtherProcesses(db, processId, screenIds, MAX_BATCH_SIZE);
      const reported = reports.list(devices.map(({ screen_id }) => screen_id));
      if (reported.length > 0) await storeReports(deps, reported, (tx) => live.send(tx, buildNudges(devices, reported)));
      if (devices.length < MAX_BATCH_SIZE) return;
      // The next round notifies about the other screens.
      const notified = new Set(devices.map(({ screen_id }) => screen_id));
      for (const screenId of screenIds) if (!notified.has(screenId)) gathering.add(screenId);
    },
    { ...REMOTE_NUDGE_BATCH, onFailed: (error) => log.warn({ err: error }, 'could not notify other processes of screen changes') },
  );
  return {
    add(screenId) {
      if (mayRunOtherProcesses()) gathering.add(screenId);
    },
  };
}
