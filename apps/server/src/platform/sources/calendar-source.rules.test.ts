import type { CalendarDocument } from '@vitrine/contract/sources';
import { describe, expect, it } from 'vitest';
import { calendarSource } from './calendar-source.ts';

/** Friday, two days before summer time starts in Vienna. */
const BEFORE_SPRING = Date.UTC(2027, 2, 26, 9);
/** Friday, two days before it ends. */
const BEFORE_AUTUMN = Date.UTC(2026, 9, 23, 9);

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...events: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Team', ...events, 'END:VCALENDAR'].join('\r\n');

async function read(text: string, now = BEFORE_SPRING): Promise<CalendarDocument> {
  const settings = { kind: 'calendar', timeZone: 'Europe/Vienna' };
  return (await calendarSource.createDocument({
    settings,
    body: Buffer.from(text),
    contentType: 'text/calendar; charset=utf-8',
    now,
  })) as CalendarDocument;
}

/** Returns the starts of the first events: in ISO 8601, or dates. */
async function readStarts(text: string, now?: number): Promise<string[]> {
  const { events } = await read(text, now);
  return events
    .slice(0, 5)
    .map(({ time }) => ('from' in time ? new Date(time.from).toISOString().slice(0, 16) : `${time.fromDate}/${time.toDate}`));
}

describe('times', () => {
  it('have the zone that they name, or that of the calendar, or that of the source', async () => {
    const starts = ['DTSTART:20270326T120000Z', 'DTSTART;TZID=America/New_York:20270326T090000', 'DTSTART:20270326T150000'].map((start) =>
      event(start),
    );
    expect(await readStarts(calendar(...starts))).toEqual(['2027-03-26T12:00', '2027-03-26T13:00', '2027-03-26T14:00']);
    expect(await readStarts(calendar('X-WR-TIMEZONE:Asia/Tokyo', event('DTSTART:20270326T200000')))).toEqual(['2027-03-26T11:00']);
  });

  it('understand the zones of Outlook, zones behind a path and unknown zones', async () => {
    const zones = ['W. Europe Standard Time', '/freeassociation.sourceforge.net/Europe/London', 'Office'];
    const events = zones.map((zone) => event(`DTSTART;TZID="${zone}":20270326T120000`));
    expect(await readStarts(calendar(...events))).toEqual(['2027-03-26T11:00', '2027-03-26T11:00', '2027-03-26T12:00']);
  });

  it('keep all-day events as dates with an exclusive end', async () => {
    const events = [event('DTSTART;VALUE=DATE:20270326'), event('DTSTART;VALUE=DATE:20270327', 'DTEND;VALUE=DATE:20270329')];
    expect(await readStarts(calendar(...events))).toEqual(['2027-03-26/2027-03-27', '2027-03-27/2027-03-29']);
  });

  it('leave out events that ended before today or start after 60 days', async () => {
    const days = ['20270325T100000Z', '20270326T010000Z', '20270524T100000Z', '20270525T100000Z'];
    expect(await readStarts(calendar(...days.map((start) => event(`DTSTART:${start}`))))).toEqual(['2027-03-26T01:00', '2027-05-24T10:00']);
  });
});

it('reads names, places and whether an event blocks time', async () => {
  const events = [
    event('SUMMARY:Fair\\, day 1', 'LOCATION:Hall 3', 'DTSTART;VALUE=DATE:20270326', 'TRANSP:TRANSPARENT'),
    event('SUMMARY:Call', 'DTSTART:20270326T120000Z'),
  ];
  expect(await read(calendar(...events))).toMatchObject({
    name: 'Team',
    events: [
      { title: 'Fair, day 1', place: 'Hall 3', isBusy: false },
      { title: 'Call', place: '', isBusy: true },
    ],
  });
});

describe('recurrences', () => {
  it('stay at the time of the clock when summer time starts, and skip a time that does not exist', async () => {
    const daily = (time: string) => calendar(event(`DTSTART;TZID=Europe/Vienna:20270326T${time}`, 'RRULE:FREQ=DAILY;COUNT=4'));
    expect(await readStarts(daily('100000'))).toEqual(['2027-03-26T09:00', '2027-03-27T09:00', '2027-03-28T08:00', '2027-03-29T08:00']);
    expect(await readStarts(daily('023000'))).toEqual(['2027-03-26T01:30', '2027-03-27T01:30', '2027-03-29T00:30']);
  });

  it('stay at the time of the clock when summer time ends, and use a repeated time once', async () => {
    const daily = (time: string) => calendar(event(`DTSTART;TZID=Europe/Vienna:20261023T${time}`, 'RRULE:FREQ=DAILY;COUNT=4'));
    expect(await readStarts(daily('100000'), BEFORE_AUTUMN)).toEqual([
      '2026-10-23T08:00',
      '2026-10-24T08:00',
      '2026-10-25T09:00',
      '2026-10-26T09:00',
    ]);
    expect(await readStarts(daily('023000'), BEFORE_AUTUMN)).toEqual([
      '2026-10-23T00:30',
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  it('apply EXDATE and RDATE, also as dates and periods', async () => {
    const weekly = ['DTSTART;TZID=Europe/Vienna:20270326T100000', 'RRULE:FREQ=WEEKLY;COUNT=4'];
    const without = ['EXDATE;TZID=Europe/Vienna:20270402T100000', 'EXDATE;VALUE=DATE:20270409'];
    const added = ['RDATE;TZID=Europe/Vienna:20270401T110000', 'RDATE;VALUE=PERIOD:20270403T120000Z/PT1H'];
    expect(await readStarts(calendar(event(...weekly, ...without, ...added)))).toEqual([
      '2027-03-26T09:00',
      '2027-04-01T09:00',
      '2027-04-03T12:00',
      '2027-04-16T08:00',
    ]);
  });

  it('replace one occurrence by RECURRENCE-ID, and leave out a cancelled one', async () => {
    const master = event('UID:1', 'SUMMARY:Weekly', 'DTSTART;TZID=Europe/Vienna:20270326T100000', 'RRULE:FREQ=WEEKLY;COUNT=3');
    const moved = event(
      'UID:1',
      'SUMMARY:Moved',
      'RECURRENCE-ID;TZID=Europe/Vienna:20270402T100000',
      'DTSTART;TZID=Europe/Vienna:20270403T120000',
    );
    const cancelled = event('UID:1', 'STATUS:CANCELLED', 'RECURRENCE-ID:20270409T080000Z', 'DTSTART:20270409T080000Z');
    expect(await readStarts(calendar(moved, master, cancelled))).toEqual(['2027-03-26T09:00', '2027-04-03T10:00']);
    expect((await read(calendar(moved, master))).events.map(({ title }) => title)).toEqual(['Weekly', 'Moved', 'Weekly']);
  });

  it('include the last day of UNTIL as a date, in UTC and as a local time', async () => {
    const rule = (until: string) => calendar(event('DTSTART;TZID=Europe/Vienna:20270326T100000', `RRULE:FREQ=DAILY;UNTIL=${until}`));
    for (const until of ['20270328', '20270328T080000Z', '20270328T100000']) expect(await readStarts(rule(until))).toHaveLength(3);
    expect(await readStarts(rule('20270328T075959Z'))).toHaveLength(2);
  });

  it('find the last Friday of each month for all-day events', async () => {
    const monthly = event('DTSTART;VALUE=DATE:20200131', 'RRULE:FREQ=MONTHLY;BYDAY=-1FR');
    expect(await readStarts(calendar(monthly))).toEqual(['2027-03-26/2027-03-27', '2027-04-30/2027-05-01']);
  });

  it.each([
    'SECONDLY',
    'MINUTELY',
    'HOURLY',
    'DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=0,10,20,30,40',
    'DAILY;COUNT=1000000',
    'DAILY;RSCALE=CHINESE',
    'NEVER',
  ])('refuse FREQ=%s, and keep the other events', async (rule) => {
    const text = calendar(event('DTSTART:20270320T100000Z', `RRULE:FREQ=${rule}`), event('DTSTART:20270327T100000Z'));
    expect(await readStarts(text)).toEqual(['2027-03-27T10:00']);
  });

  it('count 30,000 occurrences from the start of a rule', async () => {
    const first = Date.UTC(2027, 2, 27, 10) - 29_999 * 86_400_000;
    const start = new Date(first).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    expect(await readStarts(calendar(event(`DTSTART:${start}`, 'RRULE:FREQ=DAILY;COUNT=30000')))).toEqual([
      '2027-03-26T10:00',
      '2027-03-27T10:00',
    ]);
  });
});

describe('bad calendars', () => {
  it('are refused when they are something else', async () => {
    for (const text of ['', '<html>', 'BEGIN:VCARD\r\nEND:VCARD'])
      await expect(read(text)).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
  });

  it('show the events that can be read', async () => {
    const damaged = [
      event('DTSTART:tomorrow'),
      event('SUMMARY:no start'),
      event('DTSTART:20270399T100000Z'),
      event('RRULE:FREQ', 'DTSTART:20270327T100000Z'),
    ];
    expect(await readStarts(calendar(...damaged, event('DTSTART:20270327T110000Z')))).toEqual(['2027-03-27T11:00']);
    expect(await readStarts(`BEGIN:VCALENDAR\n${event('DTSTART:20270327T110000Z')}\nBEGIN:VEVENT\nDTSTART:2027`)).toEqual([
      '2027-03-27T11:00',
    ]);
  });

  it('keep a document of 20,000 events within 64 kB, and say up to which day it is complete', async () => {
    const events = Array.from({ length: 20_000 }, (_, index) =>
      event(`SUMMARY:${'Long name '.repeat(16)}`, `DTSTART:202703${String(27 + (index % 3)).padStart(2, '0')}T100000Z`),
    );
    const document = await read(calendar(...events));
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(65_536);
    expect(document.events.length).toBeGreaterThan(100);
    expect(document.untilDate).toBe('2027-03-27');
  });

  it('skip an event with 100,000 parameters or an attachment of 1 MB', async () => {
    const parameters = Array.from({ length: 100_000 }, (_, index) => `;X-P${index}=1`).join('');
    const text = calendar(
      event(`DTSTART${parameters}:20270327T100000Z`),
      event('DTSTART:20270327T100000Z', `ATTACH:${'A'.repeat(1e6)}`),
      event('DTSTART:20270327T120000Z'),
    );
    expect(await readStarts(text)).toEqual(['2027-03-27T12:00']);
  });
});
