import { type CalendarEvent, calendarDocument, calendarSourceSettings, SOURCE_LIMITS } from '@vitrine/contract/sources';
import { getLocalDate, getWallClock, listInstants } from '@vitrine/playback';
import type { RRuleTemporal } from 'rrule-temporal';
import { AppError } from '../errors.ts';
import { type RawEvent, readCalendarHead, readEvent, splitEvents } from './calendar-events.ts';
import { listRuleReadings } from './calendar-recurrence.ts';
import { type CalendarTime, toInstant, toReadingLike } from './calendar-time.ts';
import { decodeText, defineSourceKind, shorten, takeShare } from './source-kind.ts';

const DAY_MS = 86_400_000;
/** More events in one file are ignored. */
const MAX_EVENTS = 30_000;
/** Occurrences in the window that are kept until they are sorted. Later events are ignored. */
const MAX_OCCURRENCES = 30_000;

interface Occurrence extends CalendarEvent {
  /** Instant by which the occurrences are sorted. */
  startsAt: number;
}

/** Time that the document contains, in readings of the owner's clock and in instants. */
interface Window {
  zone: string;
  fromReading: number;
  toReading: number;
  from: number;
  to: number;
}

export const loadCalendarLibraries = () => Promise.all([import('ical.js'), import('rrule-temporal')]);

/** An iCalendar file (RFC 5545). */
export const calendarSource = defineSourceKind({
  settings: calendarSourceSettings,
  document: calendarDocument,
  maxBytes: 5_000_000,
  fetch: (_settings, address) => ({ address: (address ?? '').replace(/^webcals?:/i, 'https:'), accept: 'text/calendar, */*;q=0.5' }),
  parse: async ({ settings, body, contentType, now }) => {
    const text = decodeText(body, contentType);
    if (!/^BEGIN:VCALENDAR/im.test(text.slice(0, 2000)))
      throw new AppError('SOURCE_INVALID', 'There is no calendar at this address. Enter the address of an iCal file.');
    const head = readCalendarHead(text);
    const [{ default: ical }, { RRuleTemporal: Rule }] = await loadCalendarLibraries();
    const events: RawEvent[] = [];
    for (const lines of splitEvents(text)) {
      const event = readEvent(lines, ical, head.zone ?? settings.timeZone);
      if (event !== null) events.push(event);
      if (events.length >= MAX_EVENTS) break;
    }
    const window = createWindow(now, settings.timeZone);
    return {
      name: head.name,
      untilDate: new Date(window.toReading).toISOString().slice(0, 10),
      occurrences: expandEvents(events, window, Rule),
    };
  },
  present: ({ name, untilDate, occurrences }, _input, share) => {
    const shown = takeShare(occurrences.slice(0, SOURCE_LIMITS.events), share);
    const firstLeftOut = occurrences[shown.length];
    return {
      kind: 'calendar',
      name: shorten(name, SOURCE_LIMITS.name),
      // Days whose events do not all fit are not known.
      untilDate: firstLeftOut ? getStartDate(firstLeftOut, untilDate) : untilDate,
      events: shown.map(({ title, place, isBusy, time }) => ({ title, place, isBusy, time })),
    };
  },
});

const getStartDate = ({ time, startsAt }: Occurrence, limit: string): string => {
  const date = 'fromDate' in time ? time.fromDate : new Date(startsAt).toISOString().slice(0, 10);
  return date < limit ? date : limit;
};

/** From the start of today to the end of the last day. */
function createWindow(now: number, zone: string): Window {
  const fromReading = Math.floor(getWallClock(now, zone) / DAY_MS) * DAY_MS;
  const toReading = fromReading + SOURCE_LIMITS.calendarDays * DAY_MS;
  const toWindowInstant = (reading: number) => listInstants(reading, zone)[0] ?? reading;
  return { zone, fromReading, toReading, from: toWindowInstant(fromReading), to: toWindowInstant(toReading) };
}

function expandEvents(events: readonly RawEvent[], window: Window, Rule: typeof RRuleTemporal): Occurrence[] {
  const replaced = Map.groupBy(
    events.filter(({ replaces }) => replaces !== null),
    ({ uid }) => uid,
  );
  const found: Occurrence[] = [];
  for (const event of events) {
    if (event.isCancelled) continue;
    const starts = event.replaces
      ? [event.start.reading]
      : listStarts(
          event,
          (replaced.get(event.uid) ?? []).map(({ replaces }) => replaces).filter((time) => time !== null),
          window,
          Rule,
        );
    for (const reading of starts) {
      const occurrence = createOccurrence(event, reading, window);
      if (occurrence) found.push(occurrence);
      if (found.length >= MAX_OCCURRENCES) break;
    }
    if (found.length >= MAX_OCCURRENCES) break;
  }
  return found.sort((a, b) => a.startsAt - b.startsAt);
}

/** Returns the readings at which an event starts, without those that are excluded or replaced. */
function listStarts(event: RawEvent, replaced: readonly CalendarTime[], window: Window, Rule: typeof RRuleTemporal): number[] {
  const { start, additions, exceptions, durationMs } = event;
  // A zone may be 14 hours from the owner's, and a change of the clock an hour more.
  const span = { from: window.fromReading - durationMs - 2 * DAY_MS, to: window.toReading + 2 * DAY_MS };
  const ruled = listRuleReadings(event, span, Rule);
  if (ruled === null) return [];
  const all = new Set([start.reading, ...ruled, ...additions.map((time) => toReadingLike(time, start))]);
  for (const time of [...exceptions, ...replaced]) removeTime(all, time, start);
  return [...all].filter((reading) => reading >= span.from && reading <= span.to);
}

/** Some programs exclude an occurrence at a time by its date. */
function removeTime(readings: Set<number>, time: CalendarTime, start: CalendarTime): void {
  if (time.zone !== null || start.zone === null) readings.delete(toReadingLike(time, start));
  else for (const reading of readings) if (reading >= time.reading && reading < time.reading + DAY_MS) readings.delete(reading);
}

/** Returns null outside of the window, and for a time that the clock skips. */
function createOccurrence({ start, durationMs, title, place, isBusy }: RawEvent, reading: number, window: Window): Occurrence | null {
  const texts = { title: shorten(title, SOURCE_LIMITS.eventTitle), place: shorten(place, SOURCE_LIMITS.place), isBusy };
  if (start.zone === null) {
    const end = reading + Math.max(DAY_MS, Math.round(durationMs / DAY_MS) * DAY_MS);
    if (end <= window.fromReading || reading >= window.toReading) return null;
    const startsAt = listInstants(reading, window.zone)[0] ?? reading;
    return { ...texts, time: { fromDate: formatDate(reading), toDate: formatDate(end) }, startsAt };
  }
  const from = toInstant({ reading, zone: start.zone });
  if (from === null) return null;
  const to = from + durationMs;
  if (Math.max(to, from + 1) <= window.from || from >= window.to) return null;
  return { ...texts, time: { from, to }, startsAt: from };
}

const formatDate = (reading: number): string => getLocalDate(reading, 'UTC');
