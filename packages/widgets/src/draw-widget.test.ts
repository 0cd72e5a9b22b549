import { type PlainWidgetSettings, plainWidgetSettings, SLIDE_TEMPLATES, WIDGET_LIMITS, WIDGET_THEMES } from '@vitrine/contract/widgets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawWidget } from './draw-widget.ts';
import type { DrawContext, WidgetNode } from './node.ts';

const NOON = Date.UTC(2026, 10, 27, 11, 0, 0);
const context = (change: Partial<DrawContext> = {}): DrawContext => ({
  now: NOON,
  zone: 'Europe/Vienna',
  language: 'en-GB',
  size: { width: 1920, height: 1080 },
  shownAt: NOON,
  ...change,
});

const parse = (settings: object): PlainWidgetSettings => plainWidgetSettings.parse({ theme: 'light', ...settings });
const listNodes = (node: WidgetNode): WidgetNode[] => [node, ...(node.children ?? []).flatMap(listNodes)];
const readText = (settings: PlainWidgetSettings, change?: Partial<DrawContext>): string =>
  listNodes(drawWidget(settings, context(change)).tree)
    .map(({ text }) => text ?? '')
    .filter((text) => text !== '')
    .join(' ');
const getUntil = (settings: PlainWidgetSettings, change?: Partial<DrawContext>) => drawWidget(settings, context(change)).until;

describe('all widgets', () => {
  const typed = (max: number) => fc.string({ unit: 'grapheme', maxLength: max });
  const named = (max: number) => typed(max - 1).map((text) => `x${text}`);
  const theme = fc.constantFrom(...WIDGET_THEMES);
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  const table = fc.integer({ min: 1, max: WIDGET_LIMITS.columns }).chain((columns) => {
    const cells = fc.array(typed(40), { minLength: columns, maxLength: columns });
    return fc.record({
      type: fc.constant('table'),
      theme,
      title: typed(60),
      columns: cells,
      rows: fc.array(cells, { minLength: 1, maxLength: WIDGET_LIMITS.rows }),
    });
  });
  const dish = fc.record({
    name: named(60),
    description: typed(80),
    price: typed(WIDGET_LIMITS.price),
    timedPrices: fc.array(fc.record({ from: time, to: time, price: named(8) }), { maxLength: WIDGET_LIMITS.prices }),
    isSoldOut: fc.boolean(),
  });
  const section = fc.record({ name: typed(40), dishes: fc.array(dish, { minLength: 1, maxLength: 10 }) });
  const settings = fc.oneof(
    fc.record({
      type: fc.constant('slide'),
      theme,
      template: fc.constantFrom(...SLIDE_TEMPLATES),
      title: named(120),
      text: typed(600),
      detail: typed(120),
    }),
    fc.record({
      type: fc.constant('clock'),
      theme,
      face: fc.constantFrom('digital', 'analogue'),
      showSeconds: fc.boolean(),
      showDate: fc.boolean(),
      hours: fc.constantFrom('12', '24'),
      label: typed(120),
    }),
    fc.record({
      type: fc.constant('countdown'),
      theme,
      title: named(120),
      target: fc.constantFrom('2026-11-27T12:01', '2027-03-28T02:30', '2026-10-25T02:30', '2099-01-01T00:00'),
      doneText: typed(120),
    }),
    fc.record({ type: fc.constant('qrCode'), theme, title: typed(120), text: typed(600), content: named(200) }),
    table,
    fc.record({
      type: fc.constant('live'),
      theme,
      address: fc.constantFrom('https://www.tv.example/main.m3u8', 'https://youtu.be/jfKfPfyJRdk'),
      title: typed(120),
    }),
    fc.record({
      type: fc.constant('menu'),
      theme,
      title: named(120),
      note: typed(200),
      sections: fc.array(section, { minLength: 1, maxLength: WIDGET_LIMITS.sections }),
    }),
  );
  const sizes = fc.constantFrom(
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { width: 1280, height: 720 },
    { width: 320, height: 240 },
    { width: 1, height: 1 },
  );

  it('draw valid boxes with a later time to draw again, for all settings', () => {
    fc.assert(
      fc.property(settings, sizes, fc.integer({ min: 0, max: 400 * 86_400 }), (raw, size, seconds) => {
        const now = NOON + seconds * 1000 + 123;
        const { tree, until } = drawWidget(parse(raw), context({ now, shownAt: NOON, size }));
        if (until !== null) expect(until).toBeGreaterThan(now);
        const nodes = listNodes(tree);
        expect(nodes.length).toBeLessThan(3000);
        expect(JSON.stringify(nodes)).not.toMatch(/NaN|Infinity|undefined|null/);
      }),
      { numRuns: 150 },
    );
  });

  it('draw the same for the same arguments', () => {
    fc.assert(
      fc.property(settings, sizes, (raw, size) => {
        expect(drawWidget(parse(raw), context({ size }))).toEqual(drawWidget(parse(raw), context({ size })));
      }),
      { numRuns: 30 },
    );
  });
});

describe('clock', () => {
  const clock = (change: object = {}) => parse({ type: 'clock', face: 'digital', showDate: false, ...change });

  it('shows the time of the screen, and of another zone when one is set', () => {
    expect(readText(clock())).toBe('12:00');
    expect(readText(clock({ timeZone: 'America/New_York', label: 'New York' }))).toBe('New York 06:00');
  });

  it('shows midnight and noon of a clock with twelve hours as 12', () => {
    expect(readText(clock({ hours: '12' }))).toBe('12:00 pm');
    expect(readText(clock({ hours: '12' }), { now: NOON + 43_200_000 })).toBe('12:00 am');
  });

  it('is drawn again at the next minute, or at the next second when it shows seconds', () => {
    expect(getUntil(clock(), { now: NOON + 1234 })).toBe(NOON + 60_000);
    expect(getUntil(clock({ showSeconds: true }), { now: NOON + 1234 })).toBe(NOON + 2000);
  });

  it('skips an hour when summer time starts', () => {
    const before = Date.UTC(2027, 2, 28, 0, 59, 30);
    expect(readText(clock(), { now: before })).toBe('01:59');
    expect(readText(clock(), { now: before + 60_000 })).toBe('03:00');
  });

  it('names the day in English for an invalid language', () => {
    expect(readText(clock({ showDate: true }), { language: 'en-US@posix' })).toContain('Friday');
  });

  it('names the day in the given language', () => {
    expect(readText(clock({ showDate: true }), { language: 'de' })).toContain('Freitag, 27. November');
  });
});

describe('countdown', () => {
  const countdown = (target: string) => parse({ type: 'countdown', title: 'Doors', target, doneText: 'Open' });

  it('shows days, hours and minutes', () => {
    expect(readText(countdown('2026-11-29T13:05'))).toBe('Doors 02 days 01 hour 05 minutes');
  });

  it('shows seconds on the last day', () => {
    expect(readText(countdown('2026-11-27T12:01'), { now: NOON + 500 })).toBe('Doors 00 hours 01 minute 00 seconds');
    expect(readText(countdown('2026-11-27T12:01'), { now: NOON + 1000 })).toBe('Doors 00 hours 00 minutes 59 seconds');
  });

  it('shows the final text from the moment on', () => {
    expect(readText(countdown('2026-11-27T12:01'), { now: NOON + 59_999 })).toContain('01 second');
    expect(readText(countdown('2026-11-27T12:01'), { now: NOON + 60_000 })).toBe('Open');
    expect(getUntil(countdown('2026-11-27T12:01'), { now: NOON + 60_000 })).toBeNull();
  });

  it('looks the same until the time at which it is drawn again', () => {
    const targets = fc.constantFrom('2026-11-27T12:01', '2026-11-28T12:00', '2026-12-31T23:59', '2027-03-28T02:30');
    fc.assert(
      fc.property(targets, fc.integer({ min: 0, max: 3_000_000_000 }), (target, passed) => {
        const now = NOON + passed;
        const until = getUntil(countdown(target), { now });
        if (until === null) return;
        expect(readText(countdown(target), { now: until - 1 })).toBe(readText(countdown(target), { now }));
        expect(readText(countdown(target), { now: until })).not.toBe(readText(countdown(target), { now }));
      }),
    );
  });

  it('ends when the skipped hour begins, if its moment does not exist', () => {
    const start = Date.UTC(2027, 2, 28, 1);
    expect(readText(countdown('2027-03-28T02:30'), { now: start - 1000 })).toContain('01 second');
    expect(readText(countdown('2027-03-28T02:30'), { now: start })).toBe('Open');
  });
});

describe('menu', () => {
  const dish = (name: string, change: object = {}) => ({ name, price: '9.50', ...change });
  const menu = (sections: object[]) => parse({ type: 'menu', title: 'Lunch', sections });

  it('shows the price of the time of day', () => {
    const settings = menu([{ dishes: [dish('Soup', { timedPrices: [{ from: '14:00', to: '17:00', price: '7.00' }] })] }]);
    const atTwo = Date.UTC(2026, 10, 27, 13);
    expect(readText(settings)).toContain('9.50');
    expect(getUntil(settings)).toBe(atTwo);
    expect(readText(settings, { now: atTwo })).toContain('7.00');
    expect(readText(settings, { now: atTwo + 3 * 3_600_000 })).toContain('9.50');
  });

  it('applies a price that includes midnight on both days', () => {
    const settings = menu([{ dishes: [dish('Soup', { timedPrices: [{ from: '22:00', to: '02:00', price: '12.00' }] })] }]);
    expect(readText(settings, { now: Date.UTC(2026, 10, 27, 22) })).toContain('12.00');
    expect(readText(settings, { now: Date.UTC(2026, 10, 28, 0, 30) })).toContain('12.00');
    expect(readText(settings, { now: Date.UTC(2026, 10, 28, 1) })).toContain('9.50');
  });

  it('shows that a dish is sold out instead of its price', () => {
    const text = readText(menu([{ dishes: [dish('Soup', { isSoldOut: true })] }]));
    expect(text).toContain('Sold out');
    expect(text).not.toContain('9.50');
  });

  it('shows every dish of a long menu once in its pages', () => {
    const names = Array.from({ length: WIDGET_LIMITS.dishes }, (_, index) => `Dish ${index + 1}.`);
    const settings = menu([{ name: 'Mains', dishes: names.map((name) => dish(name)) }]);
    const texts: string[] = [];
    for (let now = NOON; texts[0] === undefined || readText(settings, { now }) !== texts[0]; now = getUntil(settings, { now }) ?? 0)
      texts.push(readText(settings, { now }));
    expect(texts.length).toBeGreaterThan(1);
    expect(names.filter((name) => texts.filter((text) => text.includes(name)).length !== 1)).toEqual([]);
  });
});

describe('table', () => {
  it('keeps 200 rows of long words within its box, in pages', () => {
    const rows = Array.from({ length: 200 }, (_, index) => [`${index}-`.padEnd(WIDGET_LIMITS.cell, 'w'), '1']);
    const settings = parse({ type: 'table', columns: ['Word', 'Count'], rows });
    expect(readText(settings)).toContain('0-www');
    expect(readText(settings, { now: NOON + 10_000 })).not.toContain('0-www ');
    expect(getUntil(settings)).toBe(NOON + 10_000);
  });

  it('refuses a row with another number of cells than columns', () => {
    expect(() => parse({ type: 'table', columns: ['a', 'b'], rows: [['1']] })).toThrow('Each row needs one cell for each column.');
  });
});

it('draws a QR code as one path with the quiet zone that readers need', () => {
  const nodes = listNodes(drawWidget(parse({ type: 'qrCode', content: 'https://example.com' }), context()).tree);
  const path = nodes.find((node) => node.path)?.path;
  expect(path?.data).toMatch(/^(M\d+ \d+h\d+v1H\d+z)+$/);
  expect(path?.data).toMatch(/^M3 3h7/);
});

describe('live stream', () => {
  const live = (address: string, title = '') => parse({ type: 'live', address, title });

  it('shows the title and where it comes from', () => {
    expect(readText(live('https://www.tv.example/key-123/main.m3u8?token=1', 'Lobby TV'))).toBe('Lobby TV tv.example');
    expect(readText(live('https://youtu.be/jfKfPfyJRdk'))).toBe('YouTube Live stream');
  });

  it.each([
    ['', 'Live stream'],
    ['https://', 'Live stream'],
    ['https://ana:secret@tv.example/', 'Live stream'],
    ['youtu.be/jfKf', 'YouTube Live stream'],
    ['http://192.168.1.20:8080', '192.168.1.20:8080 Live stream'],
  ])('is drawn while the user types %s', (address, text) => {
    expect(readText({ ...live('https://tv.example/main.m3u8'), address } as PlainWidgetSettings)).toBe(text);
  });
});
