import { expect, it } from 'vitest';
import { moveWindow } from './window-moves.ts';

const daily = (startTime: string, endTime: string) => ({ startTime, endTime, repeat: 'Daily' as const });
const at = Date.parse('2026-06-01T23:00:00Z');

it('moves the window that is open, and keeps the others and the priority', () => {
  const lunch = daily('12:00', '14:00');
  const publish = { schedule: lunch, windows: [lunch, daily('22:00', '02:00')], priority: 7 };
  expect(moveWindow(publish, 'UTC', at, { start: 30, end: 30 })).toEqual({
    schedule: lunch,
    windows: [lunch, daily('22:30', '02:30')],
    priority: 7,
  });
  expect(moveWindow(publish, 'UTC', at, { start: 0, end: -150 })).toMatchObject({ windows: [lunch, daily('22:00', '23:30')] });
  expect(moveWindow(publish, 'UTC', at, { start: -60, end: 0 })).toMatchObject({ windows: [lunch, daily('21:00', '02:00')] });
});

it('refuses to move a window to another day, or to make it empty', () => {
  const publish = { schedule: daily('22:00', '02:00') };
  expect(moveWindow(publish, 'UTC', at, { start: 120, end: 120 })).toBeNull();
  expect(moveWindow(publish, 'UTC', at, { start: 0, end: -240 })).toBeNull();
  expect(moveWindow(publish, 'UTC', Date.parse('2026-06-01T12:00:00Z'), { start: 15, end: 15 })).toBeNull();
  expect(moveWindow({ schedule: null }, 'UTC', at, { start: 15, end: 15 })).toBeNull();
});
