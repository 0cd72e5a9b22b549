/** Agendas of screens without a network, over the hours around each change of the clocks. Expected days come from `Intl`. */
import type { CalendarDocument } from '@vitrine/contract/sources';
import { sourceWidgetSettings } from '@vitrine/contract/widgets';
import { describe, expect, it } from 'vitest';
import { drawSourceWidget } from './draw-source-widget.ts';
import type { WidgetNode } from './node.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR = { from: Date.UTC(2027, 0, 1), to: Date.UTC(2028, 0, 1) };
/** Offset of 30 minutes in Lord Howe; in Cairo and Havana, a day begins at 1:00. */
const ZONES = ['Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Havana'];
const STEP_MS = HOUR_MS / 2;

const createDateReader = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (instant: number) => format.format(instant);
};

/** Lists the hours of the year in which the offset of the zone changes. */
function listClockChanges(zone: string): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const readOffset = (instant: number) => format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
  const hours = Array.from({ length: (YEAR.to - YEAR.from) / HOUR_MS }, (_, index) => YEAR.from + index * HOUR_MS);
  return hours.filter((hour) => readOffset(hour) !== readOffset(hour + HOUR_MS));
}

const addDays = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

const listTexts = ({ text = '', children = [] }: WidgetNode): string[] => [
  ...(text === '' ? [] : [text]),
  ...children.flatMap((child) => listTexts(child)),
];

function draw(document: CalendarDocument, { view, now, zone }: { view: string; now: number; zone: string }) {
  const settings = sourceWidgetSettings.parse({ type: 'agenda', theme: 'light', sourceId: '0198b1f0-0000-7000-8000-000000000001', view });
  const context = { now, zone, language: 'en-GB', size: { width: 1920, height: 1080 }, shownAt: now };
  const { tree, until } = drawSourceWidget(settings, { document, currentUntil: null }, context);
  return { texts: listTexts(tree), until };
}

const createCalendar = (events: CalendarDocument['events']): CalendarDocument => ({
  kind: 'calendar',
  name: 'Team',
  untilDate: '2028-01-31',
  events,
});

describe.each(ZONES)('an agenda in %s', (zone) => {
  const readDate = createDateReader(zone);
  const changes = listClockChanges(zone);
  const instants = changes.flatMap((change) => Array.from({ length: 144 }, (_, index) => change - 36 * HOUR_MS + index * STEP_MS));

  it('has two changes of the clocks in the simulated year', () => {
    expect(changes).toHaveLength(2);
  });

  it('shows an all-day event on its date only', () => {
    const dates = [...new Set(instants.map(readDate))];
    const event = (date: string) => ({
      title: `All of ${date}`,
      place: '',
      isBusy: true,
      time: { fromDate: date, toDate: addDays(date, 1) },
    });
    const calendar = createCalendar(dates.map(event));
    for (const now of instants) {
      const shown = draw(calendar, { view: 'day', now, zone }).texts.filter((text) => text.startsWith('All of'));
      expect(shown, new Date(now).toISOString()).toEqual([`All of ${readDate(now)}`]);
    }
  });

  it('shows the events of the current date, and the same until the time at which it asks to be drawn again', () => {
    const starts = changes.flatMap((change) => Array.from({ length: 12 }, (_, index) => change + (index - 6) * 8 * HOUR_MS));
    const calendar = createCalendar(
      starts.map((from) => ({
        title: `Event ${from}`,
        place: '',
        isBusy: true,
        time: { from, to: from + HOUR_MS },
      })),
    );
    for (const now of instants) {
      const { texts, until } = draw(calendar, { view: 'day', now, zone });
      const expected = starts.filter((from) => readDate(from) <= readDate(now) && readDate(from + HOUR_MS - 1) >= readDate(now));
      expect(
        texts.filter((text) => text.startsWith('Event')),
        new Date(now).toISOString(),
      ).toEqual(expected.map((from) => `Event ${from}`));
      expect(draw(calendar, { view: 'day', now: (until ?? 0) - 1, zone }).texts).toEqual(texts);
      expect(until).toBeGreaterThan(now);
    }
  });

  it('shows seven days that follow each other in the week', () => {
    for (const now of instants) {
      const expected = Array.from({ length: 7 }, (_, index) => String(Number(addDays(readDate(now), index).slice(8))));
      const shown = draw(createCalendar([]), { view: 'week', now, zone }).texts.filter((text) => /^\d{1,2}$/.test(text));
      expect(shown, new Date(now).toISOString()).toEqual(expected);
    }
  });
});
