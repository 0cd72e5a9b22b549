import { type Choice, isAvailableAt, type PublishCandidate, type RankedPublish, rankPublishes } from './choose-publish.ts';
import { createCalendar, listEdges } from './edges.ts';
import { DAY_MS, getWallClock, type Zone } from './wall-clock.ts';

export interface Decision<T extends PublishCandidate> extends Choice<T> {
  /**
   * Next instant at which the decision changes, in epoch milliseconds. Null when it does not within the next 8 days, or 400 days if a publish that may take
   * precedence has several windows or one that is more than daily, once or weekly.
   */
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
const LOOKAHEAD_DAYS = 8;
/** Includes a whole year for yearly windows. */
const LONG_LOOKAHEAD_DAYS = 400;

/** Returns what a screen shows at an instant, and until when. */
export function decide<T extends PublishCandidate>({ publishes, timeZone, now }: DecisionRequest<T>): Decision<T> {
  const ranked = rankPublishes(publishes);
  const reading = getWallClock(now, timeZone);
  const place = ranked.findIndex((candidate) => isAvailableAt(candidate, reading));
  const shown = ranked[place];
  // Publishes of lower precedence matter only after the one that is shown becomes unavailable.
  const until = findChange(shown ? ranked.slice(0, place + 1) : ranked, shown, timeZone, now);
  return shown ? { publish: shown.publish, reason: shown.reason, until } : { publish: null, reason: 'idle', until };
}

/** Returns the first instant after `now` at which another one of these publishes is the first available one. Searches eight days at a time. */
function findChange(
  ranked: readonly RankedPublish<PublishCandidate>[],
  shown: RankedPublish<PublishCandidate> | undefined,
  timeZone: Zone,
  now: number,
): number | null {
  const changes = (instant: number) => {
    const reading = getWallClock(instant, timeZone);
    return ranked.find((candidate) => isAvailableAt(candidate, reading)) !== shown;
  };
  if (!ranked.some(canChange)) return null;
  const isLong = ranked.some(({ windows, publish }) => windows !== null && publish.windows !== undefined);
  for (let day = 0; day < (isLong ? LONG_LOOKAHEAD_DAYS : LOOKAHEAD_DAYS); day += LOOKAHEAD_DAYS) {
    const from = now + day * DAY_MS;
    const change = listEdges(ranked, createCalendar(timeZone, { from, to: from + LOOKAHEAD_DAYS * DAY_MS })).find(changes);
    if (change !== undefined) return change;
  }
  return null;
}

/** Returns false for a publish that is always available, or never because it is empty. */
const canChange = ({ windows, publish: { items } }: RankedPublish<PublishCandidate>): boolean =>
  windows !== null || items.every(({ valid }) => valid);
