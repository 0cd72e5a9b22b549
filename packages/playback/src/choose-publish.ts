import type { Schedule } from '@vitrine/contract/schedule';
import { isActiveAt } from './schedule-window.ts';
import { isValidAt, type LimitedItem } from './validity.ts';

/** Properties of a publish that decide whether it is shown; a manifest's publish has them. */
export interface PublishCandidate {
  /** Id of the publish's playlist, as in the manifest. */
  publishId: string;
  main: boolean;
  /** ISO instants. */
  activatedAt: string | null;
  updatedAt: string;
  schedule: Schedule | null;
  /** Playable items. A publish without any that is valid is skipped. */
  items: readonly LimitedItem[];
}

export type Reason = 'schedule' | 'activated' | 'main' | 'idle';

export interface Choice<T extends PublishCandidate> {
  publish: T | null;
  reason: Reason;
}

/**
 * Chooses what a screen shows at a reading of its local clock. Schedules take precedence over activated playlists, and these over main playlists. The choice
 * only changes at the start of a minute.
 */
export function choosePublish<T extends PublishCandidate>(candidates: readonly T[], reading: number): Choice<T> {
  const publishes = candidates.filter(({ items }) => items.some((item) => isValidAt(item, reading)));
  const scheduled = findLatest(
    publishes.filter(({ schedule }) => schedule !== null && isActiveAt(schedule, reading)),
    ({ updatedAt }) => updatedAt,
  );
  if (scheduled) return { publish: scheduled, reason: 'schedule' };
  // Outside its window a scheduled publish waits, even if it was activated before.
  const activated = findLatest(
    publishes.filter(({ schedule, activatedAt }) => schedule === null && activatedAt !== null),
    ({ activatedAt }) => activatedAt,
  );
  if (activated) return { publish: activated, reason: 'activated' };
  const main = findLatest(
    publishes.filter((publish) => publish.main),
    ({ updatedAt }) => updatedAt,
  );
  return { publish: main, reason: main ? 'main' : 'idle' };
}

/** Returns the publish with the latest date. Equal dates are ordered by id, so that every evaluator returns the same. */
function findLatest<T extends PublishCandidate>(publishes: readonly T[], dateOf: (publish: T) => string | null): T | null {
  let best: T | null = null;
  let bestAt = -Infinity;
  for (const publish of publishes) {
    const at = Date.parse(dateOf(publish) ?? '');
    if (best === null || at > bestAt || (at === bestAt && publish.publishId > best.publishId)) {
      best = publish;
      bestAt = at;
    }
  }
  return best;
}
