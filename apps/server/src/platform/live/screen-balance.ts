import type { PeriodicTask } from '../queue/periodic-tasks.ts';

const ROUND_MS = 10_000;
/** Share of a process's surplus that moves in one round. It does not overload other processes, and balances the screens within about two minutes. */
const SHARE_PER_ROUND = 1 / 5;
/** A process keeps a surplus up to this share of the average, and up to this number of screens. */
const TOLERATED_SHARE = 0.1;
const TOLERATED_SCREENS = 10;
/**
 * Part of the moved screens that may return to this process before a round counts as failed. A proxy with weights returns more, and would otherwise make
 * screens reconnect in every round.
 */
const MAX_RETURNED_SHARE = 0.5;
/** Maximum number of rounds that are skipped after failed ones: half an hour. */
const MAX_SKIPPED_ROUNDS = 180;

/** Returns how many of its screens a process disconnects now, given the numbers of screens of the other processes. */
export function countScreensToMove(own: number, others: number[]): number {
  const average = (own + others.reduce((sum, count) => sum + count, 0)) / (others.length + 1);
  const surplus = own - average;
  return surplus > Math.max(average * TOLERATED_SHARE, TOLERATED_SCREENS) ? Math.ceil(surplus * SHARE_PER_ROUND) : 0;
}

interface ScreenBalanceOptions {
  countOwn: () => number;
  /** Returns the number of screens of each other living process. */
  countOthers: () => Promise<number[]>;
  /** Disconnects screens, which then connect through the proxy again. */
  move: (count: number) => void;
}

/**
 * Spreads screens over the processes again after one was restarted: all its screens have moved to the others, and would stay there. Behind a proxy that
 * sends every client to the same process, moved screens return. Rounds become rare then.
 */
export function createScreenBalanceTask({ countOwn, countOthers, move }: ScreenBalanceOptions): PeriodicTask {
  let last: { own: number; moved: number } | undefined;
  let failures = 0;
  let skipped = 0;
  return {
    name: 'screen balance',
    everyMs: ROUND_MS,
    async run() {
      const own = countOwn();
      if (last) failures = own > last.own - last.moved * (1 - MAX_RETURNED_SHARE) ? failures + 1 : 0;
      last = undefined;
      if (skipped > 0) {
        skipped--;
        return;
      }
      const moved = countScreensToMove(own, await countOthers());
      if (moved === 0) {
        failures = 0;
        return;
      }
      move(moved);
      last = { own, moved };
      skipped = failures === 0 ? 0 : Math.min(2 ** failures, MAX_SKIPPED_ROUNDS);
    },
  };
}
