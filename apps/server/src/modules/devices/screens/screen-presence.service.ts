import type { ScreenReport } from '@vitrine/contract';
import { createBatch } from '../../../platform/batch.ts';
import { allowAsyncCommit, type Tx } from '../../../platform/database/database.ts';
import { capPerRoom } from '../../../platform/live/live.ts';
import { listOpenCommands } from '../commands/device-commands.store.ts';
import { screensConnected, screensDisconnected } from '../devices.events.ts';
import { deviceStatusNudge } from '../devices.live.ts';
import { listNotifiedDevices } from '../devices.store.ts';
import type { OpenCommands } from '../open-commands.ts';
import {
  createCheckpointBatch,
  createLocalNudges,
  createRemoteNudges,
  createTransitionBatch,
  MAX_BATCH_SIZE,
  type ReportBatchDeps,
  writeReports,
} from './screen-reports.service.ts';
import { lockDisconnectedScreens, updateScreensConnected, updateScreensDisconnected } from './screens.store.ts';

export interface ScreenPresenceDeps extends ReportBatchDeps {
  openCommands: OpenCommands;
}

/**
 * Records which screens are connected, and their last reports. Reports come in bursts, for example after a restart or a publish to all screens, and are stored
 * in batches, so that the number of statements does not grow with the number of screens. Unchanged reports are not written. Data lost in a power cut is
 * reported again when the screens reconnect.
 */
export function createScreenPresence(deps: ScreenPresenceDeps) {
  const { db, live, clock, emit, reports, processId, openCommands } = deps;
  const runInTransaction = <T>(screenIds: string[], write: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await allowAsyncCommit(tx);
      const written = await write(tx);
      await live.send(tx, capPerRoom((await listNotifiedDevices(tx, screenIds)).map(deviceStatusNudge)));
      return written;
    });

  const markConnected = createBatch(
    async (screens: readonly { id: string; address: string; userAgent: string | undefined }[]) => {
      const ids = screens.map(({ id }) => id);
      const rows = await runInTransaction(ids, async (tx) => {
        // The receipts of commands that were sent over another link or process may arrive over this link.
        for (const { screenId, commandIds } of await listOpenCommands(tx, ids)) openCommands.add(screenId, commandIds);
        const connected = await updateScreensConnected(tx, processId, [...screens]);
        const screenIds = connected.filter(({ wasOffline }) => wasOffline).map(({ id }) => id);
        if (screenIds.length > 0) await emit(tx, screensConnected, { screenIds });
        return connected;
      });
      const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
      return ids.map((id) => revisions.get(id) ?? 0);
    },
    { waitMs: 5, max: MAX_BATCH_SIZE },
  );

  const markDisconnected = createBatch(
    async (screenIds: readonly string[]) => {
      const ids = [...screenIds];
      // Reports stay in memory until they are stored, because an update that fails is repeated.
      const unwritten = reports.markEnded(ids);
      await runInTransaction(ids, async (tx) => {
        const connectedElsewhere = await lockDisconnectedScreens(tx, processId, ids);
        const current = unwritten.filter(({ screenId }) => !connectedElsewhere.has(screenId));
        if (current.length > 0) await writeReports(tx, emit, current);
        const screenIds = await updateScreensDisconnected(tx, processId, ids);
        if (screenIds.length > 0) await emit(tx, screensDisconnected, { screenIds });
      });
      reports.removeEnded(ids);
      return ids;
    },
    { waitMs: 5, max: MAX_BATCH_SIZE },
  );

  const storeTransition = createTransitionBatch(deps);
  const checkpoints = createCheckpointBatch(deps);
  const reportNudges = [createLocalNudges(deps), createRemoteNudges(deps)];

  return {
    /** Returns the revision of the screen's newest manifest, read after the screen can receive newer ones. */
    connected: (id: string, address: string, userAgent?: string): Promise<number> => markConnected({ id, address, userAgent }),
    async disconnected(screenId: string): Promise<void> {
      await markDisconnected(screenId);
    },
    async report(screenId: string, report: ScreenReport): Promise<void> {
      const isTransition = reports.add(screenId, report, clock.now());
      checkpoints.add(screenId);
      if (isTransition) await storeTransition(screenId);
      else for (const nudges of reportNudges) nudges.add(screenId);
    },
  };
}
