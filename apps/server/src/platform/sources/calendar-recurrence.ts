import type { RRuleTemporal } from 'rrule-temporal';
import type { RawEvent } from './calendar-events.ts';
import { type CalendarTime, toReadingLike } from './calendar-time.ts';

const DAY_MS = 86_400_000;
/** Rules that repeat more often than daily are refused, because they have millions of occurrences. */
const FREQUENCIES = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);
const PARTS = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'BYDAY',
  'BYMONTHDAY',
  'BYMONTH',
  'BYYEARDAY',
  'BYWEEKNO',
  'BYSETPOS',
  'BYHOUR',
  'BYMINUTE',
  'WKST',
  'UNTIL',
  'BYSECOND',
]);
const MAX_PART_LENGTH = 1000;
/** Most times of day in one rule. */
const MAX_TIMES_PER_DAY = 24;
/** Most occurrences that are counted from the start of a rule with COUNT. */
const MAX_COUNT = 40_000;

/** A span of wall clock readings, end exclusive. */
export interface ReadingSpan {
  from: number;
  to: number;
}

/**
 * Returns the readings at which an event with a recurrence rule starts within a span, ascending, by its own clock, and null for a rule that is refused. The
 * rule is iterated as if the clock were UTC, so the caller finds the instants and skips readings that do not exist.
 */
export function listRuleReadings({ start, rule, ruleUntil }: RawEvent, span: ReadingSpan, Rule: typeof RRuleTemporal): number[] | null {
  if (rule === null) return [];
  if (!isSupported(rule)) return null;
  const parts = [...rule].filter(([name]) => name !== 'UNTIL' && name !== 'BYSECOND').map(([name, value]) => `${name}=${value}`);
  const until = ruleUntil === null ? Infinity : getUntilReading(ruleUntil, start);
  const from = Math.max(span.from, start.reading);
  const to = Math.min(span.to, until);
  if (to < from) return [];
  try {
    const iterator = new Rule({
      rruleString: `DTSTART:${format(start.reading)}\nRRULE:${parts.join(';')}`,
      maxIterations: MAX_COUNT,
      cache: false,
    });
    return iterator.between(new Date(from), new Date(to), true).map(({ epochMilliseconds }) => epochMilliseconds);
  } catch (cause) {
    // The library throws plain errors for contradictions within a rule and for rules that exceed the limit.
    if (cause instanceof Error) return null;
    throw cause;
  }
}

function isSupported(rule: ReadonlyMap<string, string>): boolean {
  if (!FREQUENCIES.has(rule.get('FREQ') ?? '')) return false;
  if (![...rule].every(([name, value]) => PARTS.has(name) && value.length <= MAX_PART_LENGTH && /^[A-Z0-9,+:-]+$/.test(value)))
    return false;
  const countOf = (name: string) => rule.get(name)?.split(',').length ?? 1;
  return countOf('BYHOUR') * countOf('BYMINUTE') <= MAX_TIMES_PER_DAY && Number(rule.get('COUNT') ?? 1) <= MAX_COUNT;
}

/** A date as the end of a rule of times includes that whole day. */
const getUntilReading = (until: CalendarTime, start: CalendarTime): number =>
  until.zone === null && start.zone !== null ? until.reading + DAY_MS - 1 : toReadingLike(until, start);

const format = (reading: number): string => new Date(reading).toISOString().replaceAll(/[-:]|\.\d+/g, '');
