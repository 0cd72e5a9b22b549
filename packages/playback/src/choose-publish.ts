import type { PublishSchedule, ScheduleWindow } from '@vitrine/contract/schedule-windows';
import { DEFAULT_PRIORITY, listWindows } from './publish-schedule.ts';
import { isOpenAt } from './schedule-window.ts';
import { isValidAt, type LimitedItem } from './validity.ts';

/** Properties of a publish that decide whether it is shown; a manifest's publish has them. */
export interface PublishCandidate extends PublishSchedule {
  /** Id of the publish's playlist, as in the manifest. */
  publishId: string;
  main: boolean;
  /** ISO instants. */
  activatedAt: string | null;
  updatedAt: string;
  /** Playable items. A publish without any that is valid is skipped. */
  items: readonly LimitedItem[];
}

export type Reason = 'schedule' | 'activated' | 'main' | 'idle';

export interface Choice<T extends PublishCandidate> {
  publish: T | null;
  reason: Reason;
}

/** A publish and the reason for which it may be shown. */
export interface RankedPublish<T extends PublishCandidate> extends Choice<T> {
  publish: T;
  /** Null for a publish that may be shown at all times. */
  windows: readonly ScheduleWindow[] | null;
  /** 0 for a main playlist, 1 for an activated one, and 2 plus the priority for a scheduled one. */
  rank: number;
  /** Decides between equal ranks, in epoch milliseconds. */
  date: number;
}

/**
 * Returns the publishes in the order of precedence: the first one that is available at a reading is shown. Schedules precede activated playlists, which precede
 * main playlists. Outside its windows, a scheduled publish waits, even if it was activated before. Publishes of equal rank and date are ordered by id, so that
 * every evaluator returns the same order.
 */
export function rankPublishes<T extends PublishCandidate>(publishes: readonly T[]): RankedPublish<T>[] {
  const ranked: RankedPublish<T>[] = [];
  for (const publish of publishes) {
    const { activatedAt, updatedAt, priority = DEFAULT_PRIORITY } = publish;
    const windows = listWindows(publish);
    if (windows) ranked.push({ publish, reason: 'schedule', windows, rank: 2 + priority, date: Date.parse(updatedAt) });
    else if (activatedAt) ranked.push({ publish, reason: 'activated', windows, rank: 1, date: Date.parse(activatedAt) });
    if (publish.main) ranked.push({ publish, reason: 'main', windows: null, rank: 0, date: Date.parse(updatedAt) });
  }
  return ranked.sort(
    (one, other) => other.rank - one.rank || other.date - one.date || (one.publish.publishId > other.publish.publishId ? -1 : 1),
  );
}

/** Returns true when a publish has an item that is shown at a reading of the local clock. */
export const isShownAt = ({ items }: Pick<PublishCandidate, 'items'>, reading: number): boolean =>
  items.some((item) => isValidAt(item, reading));

/** Returns true when a publish may be shown at a reading of the local clock and has a valid item then. */
export const isAvailableAt = ({ publish, windows }: RankedPublish<PublishCandidate>, reading: number): boolean =>
  isOpenAt(windows, reading) && isShownAt(publish, reading);

/** Returns what is shown at a reading of the local clock. */
export function chooseRanked<T extends PublishCandidate>(ranked: readonly RankedPublish<T>[], reading: number): Choice<T> {
  const shown = ranked.find((candidate) => isAvailableAt(candidate, reading));
  return shown ? { publish: shown.publish, reason: shown.reason } : { publish: null, reason: 'idle' };
}

/** Chooses what a screen shows at a reading of its local clock. The choice only changes at the start of a minute. */
export function choosePublish<T extends PublishCandidate>(candidates: readonly T[], reading: number): Choice<T> {
  // Filter first, because ranking costs more and most schedules are closed.
  const possible = candidates.filter((publish) => publish.main || isOpenAt(listWindows(publish), reading));
  return chooseRanked(rankPublishes(possible), reading);
}
