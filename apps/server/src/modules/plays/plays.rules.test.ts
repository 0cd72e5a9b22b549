import type { Play } from '@vitrine/contract';
import { expect, it } from 'vitest';
import { limitToElapsed, listLateDays, newPlays, spreadOverHours, sumByDay } from './plays.rules.ts';

const NOW = Date.UTC(2026, 4, 4, 12);
const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE_MS);
const play = (sequence: number, shownMs: number, more: Partial<Play> = {}): Play => ({
  sequence,
  deviceId: 'd',
  playlistId: 'p',
  mediaId: 'm',
  startedAt: ago(1).toISOString(),
  count: 1,
  shownMs,
  ...more,
});
const limit = (plays: Play[], credit: { ms: number; sideMs?: number; at: Date | null }, createdAt = ago(1e5)) =>
  limitToElapsed(plays, { sideMs: 0, ...credit }, { createdAt }, NOW);
const sumOf = (plays: Play[]) => plays.reduce((sum, { shownMs }) => sum + shownMs, 0);

it('counts plays that fit into the time since the last report, and keeps the rest as credit', () => {
  const { plays, creditMs } = limit([play(1, 10 * MINUTE_MS)], { ms: 0, at: ago(100) });
  expect(sumOf(plays)).toBe(10 * MINUTE_MS);
  expect(creditMs).toBe(91 * MINUTE_MS);
});

it('reduces plays to the elapsed time plus one percent', () => {
  const claimed = [play(1, 30 * MINUTE_MS), play(2, 142 * MINUTE_MS, { count: 142 }), play(3, MINUTE_MS)];
  const { plays, creditMs } = limit(claimed, { ms: 0, at: ago(100) });
  expect(plays).toEqual([play(1, 30 * MINUTE_MS), play(2, 71 * MINUTE_MS, { count: 71 })]);
  expect(creditMs).toBe(0);
});

it('counts at most four plays per second', () => {
  const { plays } = limit([play(1, 0, { count: 1_000_000 })], { ms: MINUTE_MS, at: ago(0) });
  expect(plays[0]?.count).toBe(60 * 4);
});

it('counts three side zones next to the main zone, and limits them separately', () => {
  const side = (sequence: number, minutes: number) => play(sequence, minutes * MINUTE_MS, { zone: 'side' });
  const { plays, creditMs, sideCreditMs } = limit([play(1, 100 * MINUTE_MS), side(2, 200), side(3, 90), side(4, 100)], {
    ms: 0,
    at: ago(100),
  });
  expect(plays.map(({ shownMs }) => shownMs / MINUTE_MS)).toEqual([100, 200, 90, 13]);
  expect([creditMs / MINUTE_MS, sideCreditMs]).toEqual([1, 0]);
});

it('starts with the time since the screen became the device, plus five minutes', () => {
  expect(sumOf(limit([play(1, 1000 * MINUTE_MS)], { ms: 0, at: null }, ago(100)).plays)).toBe(106 * MINUTE_MS);
  // Time before that belongs to an earlier owner.
  expect(sumOf(limit([play(1, 1000 * MINUTE_MS)], { ms: 1e12, at: ago(1e4) }, ago(100)).plays)).toBe(106 * MINUTE_MS);
});

it('grants the five minutes only once', () => {
  let credit: { ms: number; at: Date | null } = { ms: 0, at: null };
  let counted = 0;
  for (let report = 0; report < 100; report++) {
    const { plays, creditMs } = limit([play(report, 60 * MINUTE_MS)], credit, ago(0));
    counted += sumOf(plays);
    credit = { ms: creditMs, at: ago(0) };
  }
  expect(counted).toBe(5 * MINUTE_MS);
});

it('counts every play of a screen whose clock runs slightly fast, for a year', () => {
  let credit: { ms: number; at: Date | null } = { ms: 0, at: ago(365 * 24 * 60) };
  for (let day = 0; day < 365; day++) {
    const now = NOW - (364 - day) * 24 * 60 * MINUTE_MS;
    const claimed = play(day, 24 * 60 * MINUTE_MS + 30_000, { count: 17_280 });
    const { plays, creditMs } = limitToElapsed([claimed], { sideMs: 0, ...credit }, { createdAt: ago(1e6) }, now);
    expect(plays).toEqual([claimed]);
    credit = { ms: creditMs, at: new Date(now) };
  }
});

it('grants no time when the clock was set back', () => {
  expect(limit([], { ms: 1000, at: ago(-60) }).creditMs).toBe(1000);
});

it('returns each new number of this device once', () => {
  const plays = [play(3, 1), play(2, 1), play(3, 1), play(1, 1), play(4, 1, { deviceId: 'other' })];
  expect(newPlays(plays, 1, { id: 'd' }).map(({ sequence }) => sequence)).toEqual([2, 3]);
});

it('sums plays of all zones, and names the zone of the last one', () => {
  const device = { id: 'd', timeZone: 'UTC', createdAt: ago(1e5) };
  const plays = [play(1, 1000), play(2, 2000, { zone: 'bottom' }), play(3, 500, { mediaId: 'n' })];
  expect(sumByDay(plays, device, NOW).map(({ mediaId, zone, hours }) => [mediaId, zone, hours])).toEqual([
    ['m', 'bottom', [{ hour: 11, count: 2, shownMs: 3000 }]],
    ['n', 'main', [{ hour: 11, count: 1, shownMs: 500 }]],
  ]);
});

it('dates plays between the day the device was added and today', () => {
  const device = { id: 'd', timeZone: 'UTC', createdAt: new Date('2026-05-01T10:00:00Z') };
  const dated = (startedAt: string) => sumByDay([play(1, 1, { startedAt })], device, NOW)[0]?.day;
  expect(dated('2999-01-01T00:00:00.000Z')).toBe('2026-05-04');
  expect(dated('2001-01-01T00:00:00.000Z')).toBe('2026-05-01');
  expect(dated('2026-05-02T12:00:00.000Z')).toBe('2026-05-02');
});

it('counts plays in the hours of the device in which they were shown', () => {
  const kolkata = { id: 'd', timeZone: 'Asia/Kolkata', createdAt: ago(1e5) };
  expect(sumByDay([play(1, 1000), play(2, 1000, { startedAt: ago(61).toISOString() })], kolkata, NOW)[0]?.hours).toEqual([
    { hour: 16, count: 1, shownMs: 1000 },
    { hour: 17, count: 1, shownMs: 1000 },
  ]);
});

it('divides a sum over hours as if it had been shown without a break, up to the end of the day', () => {
  const at = (hour: number, minute: number) => Date.UTC(2026, 4, 4, hour, minute);
  const spread = (count: number, minutes: number, start: number) =>
    spreadOverHours({ count, shownMs: minutes * MINUTE_MS }, start).map(({ hour, count: plays, shownMs }) => [
      hour,
      plays,
      shownMs / MINUTE_MS,
    ]);
  expect(spread(9, 90, at(8, 30))).toEqual([
    [8, 3, 30],
    [9, 6, 60],
  ]);
  expect(spread(1, 0, at(8, 59))).toEqual([[8, 1, 0]]);
  expect(spread(0, 61, at(8, 59))).toEqual([
    [8, 0, 1],
    [9, 0, 60],
  ]);
  expect(spread(10, 200, at(23, 0))).toEqual([[23, 10, 200]]);
  for (const minutes of [1, 59, 61, 700]) expect(spread(7, minutes, at(3, 17)).reduce((sum, [, plays = 0]) => sum + plays, 0)).toBe(7);
});

it('names the days of plays that arrived late', () => {
  const on = (day: string) => ({ deviceId: 'd', day, playlistId: 'p', mediaId: 'm', zone: 'main' as const, hours: [] });
  expect(listLateDays([on('2026-05-04'), on('2026-05-03'), on('2026-05-02'), on('2026-05-02')], NOW)).toEqual([
    { deviceId: 'd', day: '2026-05-02' },
  ]);
});
