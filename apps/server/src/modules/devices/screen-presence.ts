import type { ScreenReport } from '@vitrine/contract';
import { createBatch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import { commitWithoutDisk, type Database, type Tx } from '../../platform/database/database.ts';
import { type Live, type Nudge, personRoom, thinOut } from '../../platform/live/live.ts';
import { listDevicesOfScreens } from './devices.store.ts';
import type { ScreenReports } from './screen-reports.ts';
import { updateConnected, updateDisconnected, updateReports } from './screens.store.ts';

export interface ScreenPresenceDeps {
  db: Database;
  live: Live;
  clock: Clock;
  reports: ScreenReports;
  processId: string;
  /** Reaches only the sockets of this process: for what changes too often to tell all of them. */
  sendLocally: (nudge: Nudge) => void;
}

interface Audience {
  id: string;
  audience: string[];
}

interface Told {
  screenId: string;
  report: ScreenReport;
  mustWrite: boolean;
}

/** So many screens in one statement; whoever waits for more has a restart or a publish to all behind it. */
const AT_ONCE = 500;

export const statusNudges = ({ id, audience }: Audience): Nudge[] =>
  audience.map((userId) => ({
    namespace: 'device',
    room: personRoom(userId),
    event: 'devicestatus',
    payload: { type: 'DEVICE_STATUS_UPDATE', deviceId: id },
  }));

/**
 * Which screens are here and what they last said. All of it comes in crowds (a restart, a publish to every wall), so it is
 * written by the crowd: statements do not grow with the number of screens, and none is written while nothing changes. What a
 * power cut takes of it is said again when the screens are back.
 */
export function createScreenPresence({ db, live, clock, reports, processId, sendLocally }: ScreenPresenceDeps) {
  const inOneTransaction = <T>(screenIds: string[], write: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await commitWithoutDisk(tx);
      const written = await write(tx);
      await live.send(tx, thinOut((await listDevicesOfScreens(tx, screenIds)).flatMap(statusNudges)));
      return written;
    });

  const come = createBatch(
    async (screens: readonly { id: string; address: string }[]) => {
      const ids = screens.map(({ id }) => id);
      const rows = await inOneTransaction(ids, (tx) => updateConnected(tx, processId, [...screens]));
      const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
      return ids.map((id) => revisions.get(id) ?? 0);
    },
    { waitMs: 5, max: AT_ONCE },
  );

  const go = createBatch(
    async (screenIds: readonly string[]) => {
      const ids = [...screenIds];
      const lastWords = ids.flatMap((screenId) => {
        const report = reports.take(screenId);
        return report ? [{ screenId, report }] : [];
      });
      await inOneTransaction(ids, async (tx) => {
        if (lastWords.length > 0) await updateReports(tx, lastWords);
        await updateDisconnected(tx, processId, ids);
      });
      return ids;
    },
    { waitMs: 5, max: AT_ONCE },
  );

  const tell = createBatch(
    async (told: readonly Told[]) => {
      const newest = newestOf(told);
      const devices = await listDevicesOfScreens(db, [...newest.keys()]);
      const nudgesOf = (isWritten: boolean) =>
        devices.flatMap((device) => {
          const last = newest.get(device.screen_id);
          return last?.mustWrite === isWritten ? [...statusNudges(device), ...downloadNudges(device, last.report)] : [];
        });
      const toWrite = [...newest.values()].filter(({ mustWrite }) => mustWrite);
      if (toWrite.length > 0) {
        await db.transaction().execute(async (tx) => {
          await commitWithoutDisk(tx);
          await updateReports(tx, toWrite);
          await live.send(tx, thinOut(nudgesOf(true)));
        });
      }
      for (const nudge of thinOut(nudgesOf(false))) sendLocally(nudge);
      return told.map(() => true);
    },
    { waitMs: 50, max: AT_ONCE },
  );

  return {
    /** Answers the number of its newest manifest: read when the screen already hears of a newer one. */
    connected: (id: string, address: string): Promise<number> => come({ id, address }),
    async disconnected(screenId: string): Promise<void> {
      await go(screenId);
    },
    async report(screenId: string, report: ScreenReport): Promise<void> {
      await tell({ screenId, report, mustWrite: reports.note(screenId, report, clock.now()) });
    },
  };
}

/** Of a screen that spoke twice the last word counts, and is written if one of them had to be. */
function newestOf(told: readonly Told[]): Map<string, Told> {
  const newest = new Map<string, Told>();
  for (const one of told) {
    const mustWrite = one.mustWrite || newest.get(one.screenId)?.mustWrite === true;
    newest.set(one.screenId, { ...one, mustWrite });
  }
  return newest;
}

function downloadNudges({ id, audience }: Audience, { revision, downloaded, total }: ScreenReport): Nudge[] {
  const type = downloaded >= total ? 'complete' : downloaded === 0 ? 'start' : 'progress';
  return audience.map((userId) => ({
    namespace: 'media',
    room: personRoom(userId),
    event: 'contentDownload',
    payload: { type, deviceId: id, revision, downloaded, total },
  }));
}
