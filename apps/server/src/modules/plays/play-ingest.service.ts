import type { Play } from '@vitrine/contract';
import { createBatch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { lockDevicesByScreen } from './plays.read-model.ts';
import { limitToElapsed, listLateDays, newPlays, type PlayDay, sumByDay } from './plays.rules.ts';
import { insertLatePlays, lockScreenPlays, type ScreenSequence, updateScreenPlays, upsertPlays } from './plays.store.ts';

export interface PlayBatchDeps {
  db: Database;
  clock: Clock;
}

/** Plays sent by one screen. */
export interface ReportedPlays {
  screenId: string;
  plays: readonly Play[];
  /** Total number of plays that the screen has dropped. */
  lost: number;
}

/** Responses are not urgent: a single screen gets one immediately, many screens twice per second. */
const PLAY_BATCH = { waitMs: 2, busyWaitMs: 500, max: 200 };

/** Creates a function that counts new plays, batched for concurrent screens, and returns the last counted number of each screen. */
export const createPlayIngest = ({ db, clock }: PlayBatchDeps): ((report: ReportedPlays) => Promise<number>) =>
  createBatch<ReportedPlays, number>(async (reports) => {
    const byScreen = mergeByScreen(reports);
    const answers = await db.transaction().execute((tx) => countPlays(tx, byScreen, clock.now().getTime()));
    return reports.map(({ screenId }) => answers.get(screenId) ?? new AppError('UNAVAILABLE'));
  }, PLAY_BATCH);

/** Combines plays that one screen sent concurrently, counting each number once. */
function mergeByScreen(reports: readonly ReportedPlays[]): ReportedPlays[] {
  const byScreen = new Map<string, ReportedPlays>();
  for (const report of reports)
    byScreen.set(report.screenId, { ...report, plays: [...(byScreen.get(report.screenId)?.plays ?? []), ...report.plays] });
  return [...byScreen.values()];
}

/** Counts plays and returns the highest stored number of each screen. Screens locked by another transaction are left out and send again. */
async function countPlays(tx: Tx, reports: readonly ReportedPlays[], now: number): Promise<Map<string, number>> {
  const { devices, busy } = await lockDevicesByScreen(
    tx,
    reports.map(({ screenId }) => screenId),
  );
  const unlockedReports = reports.filter(({ screenId }) => !busy.has(screenId));
  const locked = await lockScreenPlays(
    tx,
    unlockedReports.map(({ screenId }) => screenId),
  );
  const sums: PlayDay[] = [];
  const counted: ScreenSequence[] = [];
  for (const { screenId, plays, lost } of unlockedReports) {
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
    counted.push({ screenId, sequence, lost, credit: { ms: possible.creditMs, sideMs: possible.sideCreditMs, at: new Date(now) } });
  }
  await upsertPlays(tx, sums);
  const late = listLateDays(sums, now);
  if (late.length > 0) await insertLatePlays(tx, late);
  await updateScreenPlays(tx, counted);
  return new Map(counted.map(({ screenId, sequence }) => [screenId, sequence]));
}
