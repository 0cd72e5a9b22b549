import { PLAYS_PER_BATCH, type Play } from '@vitrine/contract/plays';
import { getTallyPeriod, MAX_QUEUED_PLAYS, type PlayLog } from '../../apps/screen/src/plays/play-log.ts';
import type { PlayTally, PlayTotals } from '../../apps/screen/src/plays/tally.ts';

/** The screen's log of plays (apps/screen/src/plays/play-log.ts) in memory instead of IndexedDB. It sums, numbers and drops plays in the same way. */
export function createMemoryPlayLog(maxQueued = MAX_QUEUED_PLAYS): Pick<PlayLog, 'count' | 'seal' | 'acknowledge' | 'drop' | 'totals'> {
  const counting = new Map<string, PlayTally>();
  let sealed: Play[] = [];
  let totals: PlayTotals = { sequence: 0, lost: 0 };
  return {
    async count(tally, time) {
      const key = [getTallyPeriod(time, counting.size), tally.deviceId, tally.playlistId, tally.mediaId].join();
      const before = counting.get(key);
      counting.set(key, before ? { ...before, count: before.count + tally.count, shownMs: before.shownMs + tally.shownMs } : tally);
      if (counting.size <= maxQueued) return;
      const [[oldest, { count }] = ['', { count: 0 }]] = counting;
      counting.delete(oldest);
      totals = { ...totals, lost: totals.lost + count };
    },
    async seal() {
      if (sealed.length > 0) return sealed;
      for (const [key, tally] of [...counting].slice(0, PLAYS_PER_BATCH)) {
        counting.delete(key);
        sealed.push({ ...tally, sequence: totals.sequence + sealed.length + 1 });
      }
      totals = { ...totals, sequence: totals.sequence + sealed.length };
      return sealed;
    },
    async acknowledge(sequence) {
      sealed = sealed.filter((play) => play.sequence > sequence);
      totals = { ...totals, sequence: Math.max(totals.sequence, sequence) };
    },
    async drop(plays) {
      sealed = [];
      totals = { ...totals, lost: totals.lost + plays.reduce((sum, { count }) => sum + count, 0) };
    },
    totals: async () => totals,
  };
}
