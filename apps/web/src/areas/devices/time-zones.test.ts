import { afterEach, describe, expect, it, vi } from 'vitest';
import { getBrowserTimeZone, getOffsetMinutes, getTimeZoneChoices } from './time-zones.ts';

const winter = new Date('2026-01-15T12:00:00Z');
const summer = new Date('2026-07-15T12:00:00Z');

describe('time zones to choose from', () => {
  it('run from west to east and are about eighty or more', () => {
    const choices = getTimeZoneChoices(winter, 'Europe/Berlin');
    const offsets = choices.map(({ value }) => getOffsetMinutes(value, winter));
    expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
    expect(choices.length).toBeGreaterThanOrEqual(80);
    expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
  });

  it('tell the offset of the season', () => {
    const label = (now: Date) => getTimeZoneChoices(now, 'Europe/Berlin').find(({ value }) => value === 'Europe/Berlin')?.label;
    expect(label(winter)).toMatch(/^\(GMT\+01:00\) Berlin/);
    expect(label(summer)).toMatch(/^\(GMT\+02:00\) Berlin/);
  });

  it('hold half hours and places west of Greenwich', () => {
    expect(getOffsetMinutes('Asia/Kolkata', winter)).toBe(330);
    expect(getOffsetMinutes('America/St_Johns', winter)).toBe(-210);
    expect(getOffsetMinutes('Etc/UTC', winter)).toBe(0);
  });

  it.each(['UTC', 'Asia/Calcutta', 'Europe/Kiev'])('hold %s once, under the name that the browser has for it', (zone) => {
    const choices = getTimeZoneChoices(winter, zone);
    expect(choices).toHaveLength(getTimeZoneChoices(winter, 'Europe/Berlin').length);
    expect(choices.filter(({ value }) => value === zone)).toHaveLength(1);
  });

  it('end with the zone of a device that the browser does not know', () => {
    expect(getTimeZoneChoices(winter, 'Mars/Olympus_Mons').at(-1)).toEqual({ value: 'Mars/Olympus_Mons', label: 'Olympus Mons' });
  });

  it('always hold the zone a device or browser has', () => {
    expect(
      getTimeZoneChoices(winter, 'Antarctica/Troll').some(({ value, label }) => value === 'Antarctica/Troll' && label.endsWith('Troll')),
    ).toBe(true);
  });
});

describe('the time zone of the browser', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    [undefined, 'UTC'],
    ['Etc/Unknown', 'UTC'],
  ])('that reports %s is %s', (reported, expected) => {
    const options = Intl.DateTimeFormat().resolvedOptions();
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(Object.assign(options, { timeZone: reported }));
    expect(getBrowserTimeZone()).toBe(expected);
  });
});
