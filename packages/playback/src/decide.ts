import { type Choice, choosePublish, type PublishCandidate } from './choose-publish.ts';
import { listEdgesAfter } from './edges.ts';
import { getWallClock, type Zone } from './wall-clock.ts';

export interface Decision<T extends PublishCandidate> extends Choice<T> {
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

/** Returns what a screen shows at an instant, and until when. */
export function decide<T extends PublishCandidate>({ publishes, timeZone, now }: DecisionRequest<T>): Decision<T> {
  const playable = publishes.filter(({ items }) => items.length > 0);
  const choice = choosePublish(playable, getWallClock(now, timeZone));
  const changes = (instant: number) => {
    const later = choosePublish(playable, getWallClock(instant, timeZone));
    return later.publish !== choice.publish || later.reason !== choice.reason;
  };
  return { ...choice, until: listEdgesAfter(playable, timeZone, now, MAX_LOOKAHEAD_DAYS).find(changes) ?? null };
}
