import type { CalendarDocument, FeedDocument, SourceDocument, TableDocument, WeatherDocument } from '@vitrine/contract/sources';
import { type SourceWidgetSettings, sourceWidgetSettings, WIDGET_THEMES } from '@vitrine/contract/widgets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSourceWidget } from './draw-source-widget.ts';
import type { DrawContext, WidgetNode } from './node.ts';

/** 12:00 in Vienna. */
const NOON = Date.UTC(2026, 10, 27, 11);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const context = (change: Partial<DrawContext> = {}): DrawContext => ({
  now: NOON,
  zone: 'Europe/Vienna',
  language: 'en-GB',
  size: { width: 1920, height: 1080 },
  shownAt: NOON,
  ...change,
});
const parse = (settings: object): SourceWidgetSettings =>
  sourceWidgetSettings.parse({ theme: 'light', sourceId: '0198b1f0-0000-7000-8000-000000000001', ...settings });

const listNodes = (node: WidgetNode): WidgetNode[] => [node, ...(node.children ?? []).flatMap(listNodes)];
interface State {
  document: SourceDocument | null;
  currentUntil?: number | null;
}
const draw = (
  settings: object,
  { document, currentUntil = null }: State,
  change?: Partial<DrawContext>,
  options?: { reducedMotion: boolean },
) => drawSourceWidget(parse(settings), { document, currentUntil }, context(change), options);
const readText = (...args: Parameters<typeof draw>) =>
  listNodes(draw(...args).tree)
    .map(({ text }) => text ?? '')
    .filter((text) => text !== '')
    .join(' ');

const feed = (count: number): FeedDocument => ({
  kind: 'feed',
  title: 'News',
  items: Array.from({ length: count }, (_, index) => ({
    title: `Headline ${index + 1}.`,
    summary: 'More',
    publishedAt: NOON - index * HOUR_MS,
  })),
});
const timed = (title: string, from: number, to: number, isBusy = true) => ({ title, place: '', isBusy, time: { from, to } });
const calendar = (...events: CalendarDocument['events']): CalendarDocument => ({
  kind: 'calendar',
  name: 'Team',
  untilDate: '2027-01-26',
  events,
});
const weather: WeatherDocument = {
  kind: 'weather',
  place: 'Vienna',
  attribution: 'Weather data from MET Norway',
  timeZone: 'Europe/Vienna',
  hours: Array.from({ length: 24 }, (_, index) => ({
    at: NOON + index * HOUR_MS,
    celsius: -0.4 - index,
    condition: 'snow',
    isNight: false,
    windMetresPerSecond: null,
  })),
  days: ['2026-11-27', '2026-11-28', '2026-11-29'].map((date) => ({
    date,
    minCelsius: -6,
    maxCelsius: 2,
    condition: 'rain',
    precipitationMm: 1,
  })),
};

const table = (rows: string[][]): TableDocument => ({ kind: 'table', columns: ['Line', 'Destination', 'Departs'], rows });

describe('all widgets with a source', () => {
  it('show a message without data, and with a document of another kind', () => {
    expect(readText({ type: 'weather' }, { document: null })).toBe('No data yet');
    expect(readText({ type: 'weather' }, { document: feed(1) })).toBe('No data yet');
  });

  it('show the age of the data once it matters', () => {
    const state = { document: feed(1), currentUntil: NOON - HOUR_MS };
    expect(readText({ type: 'headlines' }, state, { now: NOON - 1000 })).not.toContain('as of');
    expect(draw({ type: 'headlines' }, state, { now: NOON - 1000 }).until).toBe(NOON);
    expect(readText({ type: 'headlines' }, state)).toContain('as of 11:00');
    expect(readText({ type: 'headlines' }, state, { now: NOON + DAY_MS })).toContain('as of 27 Nov, 11:00');
  });

  it('draw valid boxes with a later time to draw again, for all settings and documents', () => {
    const text = (max: number) => fc.string({ unit: 'grapheme', maxLength: max });
    const instant = fc.integer({ min: -3 * DAY_MS, max: 20 * DAY_MS }).map((offset) => NOON + offset);
    const event = fc.record({
      title: text(60),
      place: text(30),
      isBusy: fc.boolean(),
      time: fc.tuple(instant, fc.integer({ min: 0, max: DAY_MS })).map(([from, length]) => ({ from, to: from + length })),
    });
    const item = fc.record({ title: text(80).map((title) => `x${title}`), summary: text(120), publishedAt: fc.option(instant) });
    const cases = fc.oneof(
      fc.record({
        settings: fc.constantFrom({ type: 'headlines' }, { type: 'ticker' }),
        document: fc.array(item, { maxLength: 50 }).map((items) => ({ ...feed(0), items })),
      }),
      fc.record({
        settings: fc.constantFrom(
          { type: 'agenda', view: 'day' },
          { type: 'agenda', view: 'week' },
          { type: 'agenda', view: 'next' },
          { type: 'room', name: 'Room' },
        ),
        document: fc.array(event, { maxLength: 60 }).map((events) => calendar(...events)),
      }),
      fc.record({ settings: fc.constant({ type: 'weather' }), document: fc.constant(weather) }),
      fc.record({
        settings: fc.constant({ type: 'dataTable' }),
        document: fc.array(fc.array(text(40), { minLength: 3, maxLength: 3 })).map(table),
      }),
    );
    const sizes = fc.constantFrom(
      { width: 1920, height: 1080 },
      { width: 1080, height: 1920 },
      { width: 1920, height: 108 },
      { width: 320, height: 240 },
      { width: 1, height: 1 },
    );
    fc.assert(
      fc.property(
        cases,
        sizes,
        fc.constantFrom(...WIDGET_THEMES),
        instant,
        fc.boolean(),
        fc.option(instant),
        ({ settings, document }, size, theme, now, reducedMotion, currentUntil) => {
          const { tree, until } = draw({ ...settings, theme }, { document, currentUntil }, { now, size }, { reducedMotion });
          if (until !== null) expect(until).toBeGreaterThan(now);
          const nodes = listNodes(tree);
          expect(nodes.length).toBeLessThan(3000);
          expect(JSON.stringify(nodes)).not.toMatch(/NaN|Infinity|undefined|:null/);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('headlines', () => {
  it('show every headline once in their pages', () => {
    const texts = Array.from({ length: 4 }, (_, page) =>
      readText({ type: 'headlines' }, { document: feed(10) }, { now: NOON + page * 10_000 }),
    );
    expect(feed(10).items.filter(({ title }) => texts.filter((text) => text.includes(title)).length !== 1)).toEqual([]);
    expect(texts[0]).toContain('News');
  });
});

describe('ticker', () => {
  /** Zone at the bottom of a screen. */
  const BAR = { width: 1920, height: 108 };

  it('shows one headline at a time above the bar, where there is room for it', () => {
    const read = (now: number) => readText({ type: 'ticker' }, { document: feed(3) }, { now });
    expect(read(NOON)).toMatch(/^News Headline 1\. More Headline 1\./);
    expect(read(NOON + 10_000)).toMatch(/^News Headline 2\. More Headline 1\./);
    expect(readText({ type: 'ticker' }, { document: feed(3) }, { size: BAR })).toMatch(/^Headline 1\. Headline 2\./);
  });

  const getMotion = (now: number) => listNodes(draw({ type: 'ticker' }, { document: feed(3) }, { now }).tree).find((node) => node.motion);

  it('fills the bar at every position of its loop, at the place that the clock gives', () => {
    const { motion, children = [], style } = getMotion(NOON) ?? expect.fail();
    const width = children.reduce((sum, child) => sum + Number(child.style['width']), 0);
    expect(width - (motion?.distance ?? 0)).toBeGreaterThanOrEqual(1920);
    expect(getMotion(NOON + (motion?.durationMs ?? 0))?.style).toEqual(style);
    expect(getMotion(NOON + 1000)?.style).not.toEqual(style);
  });

  it('takes turns in pages when the viewer prefers no motion', () => {
    const read = (now: number) => readText({ type: 'ticker' }, { document: feed(3) }, { now, size: BAR }, { reducedMotion: true });
    expect([read(NOON), read(NOON + 10_000), read(NOON + 30_000)]).toEqual(['Headline 1.', 'Headline 2.', 'Headline 1.']);
  });
});

describe('agenda', () => {
  it('shows the events of today, and changes at the next start, end or midnight', () => {
    const state = {
      document: calendar(
        timed('Past', NOON - 2 * HOUR_MS, NOON - HOUR_MS),
        timed('Later', NOON + HOUR_MS, NOON + 2 * HOUR_MS),
        timed('Tomorrow', NOON + DAY_MS, NOON + DAY_MS),
      ),
    };
    expect(readText({ type: 'agenda' }, state)).toContain('Past');
    expect(readText({ type: 'agenda' }, state)).not.toContain('Tomorrow');
    expect(draw({ type: 'agenda' }, state).until).toBe(NOON + HOUR_MS);
    expect(draw({ type: 'agenda' }, state, { now: NOON + 3 * HOUR_MS }).until).toBe(NOON + 12 * HOUR_MS);
  });

  it('leaves out what has ended on days with more events than fit on one page', () => {
    const events = Array.from({ length: 9 }, (_, index) =>
      timed(`Event ${index}`, NOON + (index - 4) * HOUR_MS, NOON + (index - 3) * HOUR_MS),
    );
    const state = { document: calendar(...events) };
    expect(readText({ type: 'agenda' }, state)).toMatch(/Event 4.*Event 5.*Event 6.*Event 7.*Event 8/);
    expect(readText({ type: 'agenda' }, state)).not.toContain('Event 3');
    expect(readText({ type: 'agenda' }, state, { now: NOON + 5 * HOUR_MS })).toContain('Event 8');
  });

  it('shows as many events of a day as fit in the week, and the number of others', () => {
    const events = Array.from({ length: 12 }, (_, index) => timed(`Event ${index}`, NOON + index * 60_000, NOON + HOUR_MS));
    const text = readText({ type: 'agenda', view: 'week' }, { document: calendar(...events) });
    const shown = events.filter(({ title }) => new RegExp(`${title}(?!\\d)`).test(text)).length;
    expect(shown).toBeGreaterThan(2);
    expect(text).toContain(`${12 - shown} more`);
  });

  it('shows all-day events on the days of the screen’s clock', () => {
    const state = {
      document: calendar({ title: 'Holiday', place: '', isBusy: true, time: { fromDate: '2026-11-27', toDate: '2026-11-28' } }),
    };
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles']) {
      const shown = Array.from({ length: 48 }, (_, hour) =>
        readText({ type: 'agenda' }, state, { zone, now: Date.UTC(2026, 10, 26, 10) + hour * HOUR_MS }).includes('Holiday'),
      );
      expect(shown.filter(Boolean)).toHaveLength(24);
    }
  });

  it('marks days beyond the data as unknown instead of empty', () => {
    const state = { document: calendar() };
    expect(readText({ type: 'agenda' }, state)).toContain('Nothing is planned today');
    expect(readText({ type: 'agenda' }, state, { now: NOON + 70 * DAY_MS })).toContain('The calendar has no data for today');
    expect(readText({ type: 'agenda', view: 'week' }, state, { now: NOON + 57 * DAY_MS })).toContain('No data');
  });

  it('names today, tomorrow and later days of the next three events', () => {
    const state = {
      document: calendar(...[1, 25, 50, 75].map((hours) => timed(`In ${hours}`, NOON + hours * HOUR_MS, NOON + hours * HOUR_MS + 1))),
    };
    const text = readText({ type: 'agenda', view: 'next' }, state);
    for (const part of ['Today', 'Tomorrow', 'Sun 29 Nov', 'In 50']) expect(text).toContain(part);
    expect(text).not.toContain('In 75');
  });
});

describe('room', () => {
  const state = {
    document: calendar(
      timed('First', NOON + HOUR_MS, NOON + 2 * HOUR_MS),
      timed('Second', NOON + 2 * HOUR_MS, NOON + 3 * HOUR_MS),
      timed('Holiday', NOON, NOON + DAY_MS, false),
    ),
  };
  const read = (hours: number) => readText({ type: 'room', name: 'Room 5' }, state, { now: NOON + hours * HOUR_MS });

  it('is free until the next meeting, and occupied until the end of meetings that follow each other', () => {
    expect(read(0)).toBe('Room 5 Free until 13:00 Next 13:00 – 14:00 First');
    expect(read(1)).toBe('Room 5 Occupied until 15:00 First Next 14:00 – 15:00 Second');
    expect(read(3)).toBe('Room 5 Free for the rest of the day Next Nothing else is planned today');
  });

  it('is not called free when the calendar has no data for today', () => {
    expect(read(70 * 24)).toBe('Room 5: no data for today');
  });
});

describe('table', () => {
  it('shows columns and rows with the age of the data, and a message without rows', () => {
    const state = { document: table([['S1', 'Airport', '12:04']]), currentUntil: NOON - HOUR_MS };
    expect(readText({ type: 'dataTable', title: 'Departures' }, state)).toBe(
      'Departures Line Destination Departs S1 Airport 12:04 as of 11:00',
    );
    expect(readText({ type: 'dataTable' }, { document: table([]) })).toBe('No entries at the moment');
  });
});

describe('weather', () => {
  it('shows the hour of the clock, the next days and the attribution', () => {
    const text = readText({ type: 'weather' }, { document: weather });
    expect(text).toContain('Vienna 0° Snow Today 2° −6° Saturday');
    expect(text).toContain('Weather data from MET Norway');
    expect(readText({ type: 'weather', unit: 'fahrenheit' }, { document: weather }, { now: NOON + 20 * HOUR_MS })).toContain('−5°');
  });

  it('shows a message once the forecast has ended', () => {
    expect(readText({ type: 'weather' }, { document: weather }, { now: NOON + 23 * HOUR_MS })).toContain('Snow');
    expect(readText({ type: 'weather' }, { document: weather }, { now: NOON + 30 * HOUR_MS })).toContain('Vienna: no current weather data');
  });
});
