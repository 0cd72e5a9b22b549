import type { DayPlan } from '@vitrine/contract/device-day-plans';
import { describe, expect, it } from 'vitest';
import { assignColours, layoutDayLine } from './day-line-layout.ts';

const at = (time: string) => `2026-06-01T${time}:00.000Z`;
const shows = (name: string) => ({ playlistId: name.toLowerCase(), name });
const DAY: DayPlan = {
  deviceId: 'a',
  timeZone: 'UTC',
  date: '2026-06-01',
  from: at('00:00'),
  to: '2026-06-02T00:00:00.000Z',
  stretches: [
    { from: at('00:00'), to: at('06:00'), shows: null, why: 'idle' },
    { from: at('06:00'), to: at('12:00'), shows: shows('Menu'), why: 'schedule' },
    { from: at('12:00'), to: at('18:00'), shows: shows('Menu'), why: 'main' },
    { from: at('18:00'), to: '2026-06-02T00:00:00.000Z', shows: shows('Bar'), why: 'schedule' },
  ],
};

describe('the line of a day', () => {
  it('has a segment for each shown playlist, regardless of the reason, and for the standby image', () => {
    const { pieces, now } = layoutDayLine(DAY, Date.parse(at('12:00')), assignColours([DAY]));
    expect(pieces.map(({ left, width, name, colour }) => [left, width, name, colour])).toEqual([
      [0, 25, null, null],
      [25, 50, 'Menu', 1],
      [75, 25, 'Bar', 0],
    ]);
    expect(pieces[1]?.words).toBe('6:00 AM – 6:00 PM: Menu');
    expect(pieces[0]?.words).toBe('12:00 AM – 6:00 AM: standby image');
    expect(now).toBe(50);
  });

  it('shows no clock on another day', () => {
    expect(layoutDayLine(DAY, Date.parse('2026-06-02T00:00:00Z'), assignColours([DAY])).now).toBeNull();
  });
});
