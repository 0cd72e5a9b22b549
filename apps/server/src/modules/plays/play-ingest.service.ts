import type { Play } from '@vitrine/contract';
import { createBatch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { lockDevicesByScreen } from './plays.read-model.ts';
import { limitToElapsed, newPlays, type PlayDay, sumByDay } from './plays.rules.ts';
import { lockScreenPlays, type ScreenSequence, updateScreenPlays, upsertPlays } from './plays.store.ts';

export interface PlayBatchDeps {
  db: Database;
  clock: Clock;
}

/** Plays sent by one screen. */
export interface ReportedPlays {
  screenId: string;
  plays: readonly Play[];
  /** Plays it ever dropped. */
  lost: number;
}

/** A screen waits for its answer, and for nothing with it: one alone is answered at once, many twice a second. */
const PLAY_BATCH = { waitMs: 2, busyWaitMs: 500, max: 200 };

/** Counts what was not counted before, for all screens that tell at the same time, and answers each the number up to which all is. */
export const createPlayIngest = ({ db, clock }: PlayBatchDeps): ((told: ReportedPlays) => Promise<number>) =>
  createBatch<ReportedPlays, number>(async (told) => {
    const byScreen = mergeByScreen(told);
    const answers = await db.transaction().execute((tx) => countPlays(tx, byScreen, clock.now().getTime()));
    return told.map(({ screenId }) => answers.get(screenId) ?? new AppError('UNAVAILABLE'));
  }, PLAY_BATCH);

/** Combines plays that one screen sent concurrently, counting each number once. */
function mergeByScreen(told: readonly ReportedPlays[]): ReportedPlays[] {
  const byScreen = new Map<string, ReportedPlays>();
  for (const one of told) byScreen.set(one.screenId, { ...one, plays: [...(byScreen.get(one.screenId)?.plays ?? []), ...one.plays] });
  return [...byScreen.values()];
}

/** Counts plays and returns the highest stored number of each screen. Screens locked by another transaction are left out and send again. */
async function countPlays(tx: Tx, told: readonly ReportedPlays[], now: number): Promise<Map<string, number>> {
  const { devices, busy } = await lockDevicesByScreen(
    tx,
    told.map(({ screenId }) => screenId),
  );
  const free = told.filter(({ screenId }) => !busy.has(screenId));
  const locked = await lockScreenPlays(
    tx,
    free.map(({ screenId }) => screenId),
  );
  const sums: PlayDay[] = [];
  const counted: ScreenSequence[] = [];
  for (const { screenId, plays, lost } of free) {
    const known = locked.get(screenId);
    if (known === undefined) continue;
    const device = devices.get(screenId);
    const sequence = Math.max(known.sequence, ...plays.map((play) => play.sequence));
    if (!device) {
      counted.push({ screenId, sequence, lost, credit: known.credit });
      continue;
    }
    const possible = limitToElapsed(newPlays(plays, known.sequence, device), known.credit, device, now);
    sums.push(...sumByDay(possible.plays, device, now));
    counted.push({ screenId, sequence, lost, credit: { ms: possible.creditMs, at: new Date(now) } });
  }
  await upsertPlays(tx, sums);
  await updateScreenPlays(tx, counted);
  return new Map(counted.map(({ screenId, sequence }) => [screenId, sequence]));
}
