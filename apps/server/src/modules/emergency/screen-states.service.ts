import type { EmergencyUpdate, ScreenEmergency } from '@vitrine/contract';
import { createBatch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import type { Live } from '../../platform/live/live.ts';
import { emergencyUpdateNudge } from './emergency.live.ts';
import { type EmergencyDocument, NO_DOCUMENT } from './emergency-document.rules.ts';
import { listScreenStates, loadDocuments, type ScreenStateRow } from './emergency-screens.read-model.ts';

interface ScreenStatesDeps {
  db: Database;
  live: Live;
  clock: Clock;
}

/** Thousands of screens that reconnect share statements. The longer wait while they connect makes the batches larger. */
const CONNECT_BATCH = { waitMs: 5, busyWaitMs: 50, max: 500 };
/** Screens that are notified together spread their requests for the messages: 500 in a second. */
const SPREAD_MS_PER_SCREEN = 2;
const MAX_SPREAD_MS = 60_000;

/** Returns the time over which screens spread their requests, in milliseconds. */
export const getSpreadMs = (screens: number): number => Math.min(MAX_SPREAD_MS, screens * SPREAD_MS_PER_SCREEN);

const presentUpdate = ({ revision, alerts }: ScreenStateRow, { digest, messages }: EmergencyDocument): EmergencyUpdate => ({
  revision,
  document: digest,
  alerts: alerts.map((alert) => ({ ...alert, digest: messages.find(({ messageId }) => messageId === alert.messageId)?.digest ?? '' })),
  isComplete: true,
});

/** Returns and sends all alerts that screens have to show now, for screens that may have missed messages. */
export function createScreenStates({ db, live, clock }: ScreenStatesDeps) {
  const listUpdates = async (at: Db, screenIds: readonly string[]): Promise<Map<string, EmergencyUpdate>> => {
    const rows = await listScreenStates(at, screenIds, clock.now());
    const documents = await loadDocuments(at, [...new Set(rows.map(({ ownerId }) => ownerId))]);
    return new Map(rows.map((row) => [row.screenId, presentUpdate(row, documents.get(row.ownerId) ?? NO_DOCUMENT)]));
  };

  const findInBatch = createBatch(async (screenIds: readonly string[]) => {
    const updates = await listUpdates(db, screenIds);
    return screenIds.map((screenId) => updates.get(screenId));
  }, CONNECT_BATCH);

  return {
    /** Returns the state of a screen that has connected; undefined when its owner has never prepared messages. */
    findState: (screenId: string): Promise<EmergencyUpdate | undefined> => findInBatch(screenId),

    /** Returns the state and the prepared messages of a screen. Nothing for a screen without an owner. */
    async read(screenId: string): Promise<ScreenEmergency> {
      const [row] = await listScreenStates(db, [screenId], clock.now());
      const document = (row && (await loadDocuments(db, [row.ownerId])).get(row.ownerId)) ?? NO_DOCUMENT;
      const update = presentUpdate(row ?? { screenId, deviceId: '', ownerId: '', revision: 0, alerts: [] }, document);
      const keys = document.keys.filter(({ deviceIds }) => row && deviceIds.includes(row.deviceId));
      return {
        ...update,
        isComplete: true,
        messages: document.messages,
        ...(keys.length > 0 && { keys: keys.map(({ digit, messageId }) => ({ digit, messageId })) }),
      };
    },

    /** Sends screens all of their alerts, after what reaches them has changed. */
    async send(tx: Tx, screenIds: readonly string[]): Promise<void> {
      if (screenIds.length === 0) return;
      const updates = await listUpdates(tx, screenIds);
      const withinMs = getSpreadMs(screenIds.length);
      const alike = Map.groupBy(updates, ([, update]) => JSON.stringify(update));
      await live.send(
        tx,
        [...alike.values()].map((group) =>
          emergencyUpdateNudge(
            group.map(([screenId]) => screenId),
            { ...(group[0]?.[1] as EmergencyUpdate), withinMs },
          ),
        ),
      );
    },
  };
}

export type ScreenStates = ReturnType<typeof createScreenStates>;
