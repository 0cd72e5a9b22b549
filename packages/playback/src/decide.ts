import type { Schedule } from '@vitrine/contract/schedule';
import { isActiveAt, listWindowEdges } from './schedule-window.ts';
import { DAY_MS, getStartOfDay, getWallClock, listClockChanges, type Zone } from './wall-clock.ts';

/** Properties of a publish that decide whether it is shown; a manifest's publish has them. */
export interface PublishCandidate {
  /** Id of the publish's playlist, as in the manifest. */
  publishId: string;
  main: boolean;
  /** ISO instants. */
  activatedAt: string | null;
  updatedAt: string;
  schedule: Schedule | null;
  /** Playable items. A publish without any is skipped. */
  items: { readonly length: number };
}

export type Reason = 'schedule' | 'activated' | 'main' | 'idle';

export interface Decision<T extends PublishCandidate> {
  publish: T | null;
  reason: Reason;
  /** Next instant at which the decision changes, in epoch milliseconds; null when it does not within the next 8 days. */
  until: number | null;
}

export interface DecisionRequest<T extends PublishCandidate> {
  publishes: readonly T[];
  /** Time zone of the screen. */
  timeZone: Zone;
  /** Epoch milliseconds. */
  now: number;
}

/** One week, plus a day for windows that cross midnight. */
const MAX_LOOKAHEAD_DAYS = 8;

type Choice<T extends PublishCandidate> = Omit<Decision<T>, 'until'>;

/** Decides what a screen shows at an instant. Schedules take precedence over activated playlists, and these over main playlists. */
export function decide<T extends PublishCandidate>({ publishes, timeZone, now }: DecisionRequest<T>): Decision<T> {
  const playable = publishes.filter((publish) => publish.items.length > 0);
  const choice = decideAtLocalTime(playable, getWallClock(now, timeZone));
  const changes = (instant: number) => {
    const later = decideAtLocalTime(playable, getWallClock(instant, timeZone));
    return later.publish !== choice.publish || later.reason !== choice.reason;
  };
  return { ...choice, until: listEdgesAfter(playable, timeZone, now).find(changes) ?? null };
}

/** Decides what a screen shows at a reading of its local clock. */
function decideAtLocalTime<T extends PublishCandidate>(publishes: readonly T[], reading: number): Choice<T> {
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
  return main ? { publish: main, reason: 'main' } : { publish: null, reason: 'idle' };
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

/** Lists all instants after `now` at which a window may start or end, in ascending order. */
function listEdgesAfter(publishes: readonly PublishCandidate[], timeZone: Zone, now: number): number[] {
  const schedules = publishes.flatMap(({ schedule }) => schedule ?? []);
  if (schedules.length === 0) return [];
  const today = getStartOfDay(getWallClock(now, timeZone));
  const days = Array.from({ length: MAX_LOOKAHEAD_DAYS + 2 }, (_, index) => today + (index - 1) * DAY_MS);
  const edges = schedules.flatMap((schedule) => listWindowEdges(schedule, days, timeZone));
  const end = now + MAX_LOOKAHEAD_DAYS * DAY_MS;
  const all = [...edges, ...listClockChanges(now, end, timeZone)];
  return [...new Set(all)].filter((instant) => instant > now && instant <= end).sort((a, b) => a - b);
}
