import { paintedAlerts } from '@vitrine/contract';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { createBatch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import { allowAsyncCommit, type Database } from '../../platform/database/database.ts';
import { createLimitedLog } from '../../platform/limits/limited-log.ts';
import type { Live } from '../../platform/live/live.ts';
import { maxEntries } from '../../platform/lru-options.ts';
import { emergencyTopicNudge } from './emergency.live.ts';
import { listAlertAudience } from './emergency-alerts.read-model.ts';
import { insertReceipts, type Receipt } from './emergency-alerts.store.ts';

interface PaintedAlertsDeps {
  db: Database;
  live: Live;
  clock: Clock;
  log: Logger;
}

/** One transaction for up to 500 screens. The wait lets the first screens of a fleet share a batch. */
const BATCH = { waitMs: 20, busyWaitMs: 100, max: 500 };
const MAX_SCREENS = 50_000;
const MAX_ALERTS_PER_SCREEN = 40;
/** Maximum number of confirmations that are stored again after the database was unavailable. */
const MAX_FAILED = 20_000;

const getKey = ({ screenId, alertId }: Receipt): string => `${screenId} ${alertId}`;

/** Records which screens have painted an alert. Data lost in a power cut is confirmed again when the screens reconnect. */
export function createPaintedAlerts({ db, live, clock, log }: PaintedAlertsDeps) {
  const warn = createLimitedLog(log);
  /** Confirmations that are stored, and whether the sound was blocked. A screen repeats them with each connection. */
  const stored = new LRUCache<string, Map<string, boolean>>(maxEntries(MAX_SCREENS));
  /** The newest confirmations that could not be stored, by screen and alert. */
  const failed = new Map<string, Receipt>();

  const markStored = ({ screenId, alertId, isSilent }: Receipt): void => {
    const known = stored.get(screenId) ?? new Map<string, boolean>();
    if (known.size >= MAX_ALERTS_PER_SCREEN) known.clear();
    known.set(alertId, isSilent);
    stored.set(screenId, known);
  };

  const store = createBatch(async (receipts: readonly Receipt[]) => {
    const accepted = await db.transaction().execute(async (tx) => {
      await allowAsyncCommit(tx);
      const result = await insertReceipts(tx, receipts, clock.now());
      if (result.alertIds.length > 0) await live.send(tx, [emergencyTopicNudge(await listAlertAudience(tx, result.alertIds))]);
      return result.accepted;
    });
    for (const receipt of accepted) markStored(receipt);
    return receipts.map(() => true);
  }, BATCH);

  const storeOrKeep = async (receipt: Receipt): Promise<void> => {
    try {
      await store(receipt);
    } catch (cause) {
      warn('a confirmation of an emergency message could not be stored yet', { err: cause });
      if (failed.size < MAX_FAILED) failed.set(getKey(receipt), receipt);
    }
  };

  return {
    async record(screenId: string, payload: unknown): Promise<void> {
      const parsed = paintedAlerts.safeParse(payload);
      if (!parsed.success) return;
      const known = stored.get(screenId);
      const silentIds = new Set(parsed.data.silentIds.map((id) => id.toLowerCase()));
      const alertIds = [...new Set(parsed.data.alertIds.map((id) => id.toLowerCase()))];
      const receipts = alertIds.map((alertId): Receipt => ({ screenId, alertId, isSilent: silentIds.has(alertId) }));
      // An earlier confirmation must not replace these when it is stored again.
      for (const receipt of receipts) failed.delete(getKey(receipt));
      await Promise.all(receipts.filter(({ alertId, isSilent }) => known?.get(alertId) !== isSilent).map(storeOrKeep));
    },

    /** Stores confirmations again that failed. Screens repeat theirs only with the next connection. */
    async retry(): Promise<void> {
      const receipts = [...failed.values()];
      failed.clear();
      await Promise.all(receipts.map(storeOrKeep));
    },
  };
}
