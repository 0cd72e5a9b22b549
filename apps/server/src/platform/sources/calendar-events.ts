import type ICAL from 'ical.js';
import { type CalendarTime, findZone, parseCalendarTime, toInstant } from './calendar-time.ts';

const DAY_MS = 86_400_000;

/** One VEVENT, with its times understood and everything else left out. */
export interface RawEvent {
  uid: string;
  title: string;
  place: string;
  start: CalendarTime;
  /** Milliseconds from the start to the end. */
  durationMs: number;
  /** Parts of its recurrence rule as in RFC 5545, such as FREQ=WEEKLY. */
  rule: ReadonlyMap<string, string> | null;
  /** UNTIL of the rule. */
  ruleUntil: CalendarTime | null;
  additions: CalendarTime[];
  exceptions: CalendarTime[];
  /** The occurrence that this event replaces. */
  replaces: CalendarTime | null;
  isCancelled: boolean;
  isBusy: boolean;
}

/** More dates than these are ignored. */
const MAX_DATES = 5000;
const BEGIN_EVENT = /^BEGIN:VEVENT[ \t]*$/i;
const END_EVENT = /^END:VEVENT[ \t]*$/i;
/** Longer events, such as those with attachments, are skipped. */
const MAX_EVENT_LENGTH = 500_000;

/** Returns the lines of each VEVENT, one at a time, so that a long calendar is never in memory as a whole tree. */
export function* splitEvents(text: string): Generator<string> {
  let lines: string[] | null = null;
  let length = 0;
  for (const line of iterateLines(text)) {
    if (BEGIN_EVENT.test(line)) [lines, length] = [[], 0];
    if (lines === null) continue;
    length += line.length;
    if (length <= MAX_EVENT_LENGTH) lines.push(line);
    if (!END_EVENT.test(line)) continue;
    if (length <= MAX_EVENT_LENGTH) yield lines.join('\r\n');
    lines = null;
  }
}

function* iterateLines(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end < 0 ? undefined : end).replace(/\r$/, '');
    if (end < 0) return;
    start = end + 1;
  }
}

/** A property as jCal (RFC 7265) has it: name, parameters, type, values. */
type Property = [name: string, parameters: Record<string, unknown>, type: string, ...values: unknown[]];

/** Reads a VEVENT. Returns null when it is damaged, so that the rest of the calendar is still shown. */
export function readEvent(text: string, ical: typeof ICAL, defaultZone: string): RawEvent | null {
  const properties = parseProperties(text, ical);
  const find = (name: string) => properties.find(([key]) => key === name);
  const readTimes = (name: string): CalendarTime[] =>
    properties
      .filter(([key]) => key === name)
      .flatMap(([, { tzid }, , ...values]) =>
        values
          .slice(0, MAX_DATES)
          .map((value) => parseCalendarTime(Array.isArray(value) ? value[0] : value, tzid, defaultZone))
          .filter((time) => time !== null),
      );
  const readText = (name: string) =>
    properties.filter(([key]) => key === name).map(([, , , value]) => (typeof value === 'string' ? value : ''))[0] ?? '';
  const [start] = readTimes('dtstart');
  if (!start) return null;
  const rule = readRule(find('rrule')?.[3]);
  return {
    uid: readText('uid'),
    title: readText('summary'),
    place: readText('location'),
    start,
    durationMs: readDuration(start, readTimes('dtend')[0], readText('duration'), ical),
    rule,
    ruleUntil: parseCalendarTime(rule?.get('UNTIL'), start.zone ?? undefined, start.zone ?? defaultZone),
    additions: readTimes('rdate').slice(0, MAX_DATES),
    exceptions: readTimes('exdate').slice(0, MAX_DATES),
    replaces: readTimes('recurrence-id')[0] ?? null,
    isCancelled: readText('status').toUpperCase() === 'CANCELLED',
    isBusy: readText('transp').toUpperCase() !== 'TRANSPARENT',
  };
}

/** Returns no properties when the event is damaged. */
function parseProperties(text: string, ical: typeof ICAL): Property[] {
  try {
    const [, properties] = ical.parse(text) as [string, Property[], unknown];
    return properties;
  } catch (cause) {
    if (cause instanceof Error) return [];
    throw cause;
  }
}

/** Returns the parts of a rule by their names in capitals. */
function readRule(value: unknown): Map<string, string> | null {
  if (typeof value !== 'object' || value === null) return null;
  return new Map(Object.entries(value).map(([name, part]) => [name.toUpperCase(), String(part).toUpperCase()]));
}

/** All-day events without an end last one day, other events no time. The length of negative durations is zero. */
function readDuration(start: CalendarTime, end: CalendarTime | undefined, duration: string, ical: typeof ICAL): number {
  if (end) return Math.max(0, (toInstant(end) ?? end.reading) - (toInstant(start) ?? start.reading));
  if (duration !== '') return Math.max(0, ical.Duration.fromString(duration).toSeconds() * 1000);
  return start.zone === null ? DAY_MS : 0;
}

/** Returns the zone and the name that a calendar has for itself. */
export function readCalendarHead(text: string): { name: string; zone: string | null } {
  const head = text.slice(0, 20_000).replaceAll(/\r?\n[ \t]/g, '');
  const read = (name: string) => new RegExp(`^${name}(?:;[^:\\r\\n]*)?:(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  return { name: (read('NAME') || read('X-WR-CALNAME')).replaceAll(/\\([,;\\])/g, '$1'), zone: findZone(read('X-WR-TIMEZONE')) };
}
