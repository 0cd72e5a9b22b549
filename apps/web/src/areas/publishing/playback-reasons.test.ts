import type { Publish } from '@vitrine/contract/publishing';
import { describe, expect, it } from 'vitest';
import { explainTime, toPlan } from './playback-reasons.ts';
import { getActivationMessage } from './publish-labels.ts';
import { formatPublishSchedule, formatSchedule } from './schedule-labels.ts';

const aPublish = (name: string, change: Partial<Publish> = {}): Publish => ({
  _id: name,
  publish_Id: name,
  device_Id: 'd',
  playlistId: { _id: name, name, thumbnail: null },
  deviceId: { _id: 'd', name: 'Hall', deviceId: 'A12345', timeZone: 'UTC', status: 1 },
  status: 'onqueue',
  mainPlaylist: false,
  schedule: null,
  revokedAlbums: 0,
  activatedAt: null,
  isPlayable: true,
  periods: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});
const daily = (startTime: string, endTime: string) => ({ startTime, endTime, repeat: 'Daily' as const });
const ask = (publishes: Publish[], date: string, time: string, timeZone = 'Europe/Lisbon') =>
  explainTime({ plan: toPlan(publishes), timeZone, date, time });

describe('the label of a schedule', () => {
  it.each([
    [daily('14:00', '18:00'), 'Daily 2:00 PM–6:00 PM'],
    [{ ...daily('22:00', '02:00'), repeat: 'Weekly' as const, weekdays: [6, 0] }, 'Sun, Sat 10:00 PM–2:00 AM the next day'],
    [{ ...daily('09:05', '12:00'), repeat: 'Once' as const, date: '2026-03-29' }, 'On 03/29/2026 9:05 AM–12:00 PM'],
    [
      { ...daily('09:00', '12:00'), repeat: 'Dates' as const, dates: ['2026-03-29', '2026-03-31'] },
      'On 03/29/2026 and 03/31/2026 9:00 AM–12:00 PM',
    ],
    [{ ...daily('09:00', '12:00'), repeat: 'Monthly' as const, on: { day: -1 } }, 'Monthly on the last day 9:00 AM–12:00 PM'],
    [
      { ...daily('09:00', '12:00'), repeat: 'Yearly' as const, month: 11, on: { nth: 4, weekday: 4 } },
      'Yearly on the fourth Thursday of November 9:00 AM–12:00 PM',
    ],
    [
      { ...daily('09:00', '12:00'), from: '2026-03-01', until: '2026-03-31', except: ['2026-03-05', '2026-03-06', '2026-03-07'] },
      'Daily 9:00 AM–12:00 PM, from 03/01/2026, until 03/31/2026, except 3 dates',
    ],
  ])('%o is %s', (schedule, words) => {
    expect(formatSchedule(schedule)).toBe(words);
  });
});

it('counts further windows and names a priority other than the default', () => {
  const windows = [daily('08:00', '10:00'), daily('18:00', '20:00')];
  expect(formatPublishSchedule({ schedule: daily('08:00', '10:00'), windows, priority: 7 })).toBe(
    'Daily 8:00 AM–10:00 AM and 1 more window, priority 7',
  );
  expect(formatPublishSchedule({ schedule: null })).toBeNull();
});

it('says why what was made active does not show yet', () => {
  expect(getActivationMessage({ status: 'active', schedule: null })).toBeNull();
  expect(getActivationMessage({ status: 'onqueue', schedule: null })).toBe('Playlist activated. It shows when nothing else is scheduled.');
  expect(getActivationMessage({ status: 'onqueue', schedule: daily('14:00', '18:00') })).toBe(
    'Playlist activated. It shows as scheduled: Daily 2:00 PM–6:00 PM.',
  );
});

describe('what shows, and why', () => {
  const menu = aPublish('Menu', { mainPlaylist: true });
  const summer = aPublish('Summer', { schedule: daily('14:00', '18:00'), updatedAt: '2026-02-01T00:00:00.000Z' });
  const older = aPublish('Older', { schedule: daily('10:00', '15:00') });

  it('names the schedule that wins, among how many', () => {
    expect(ask([menu, summer, older], '2026-03-28', '14:05')).toEqual({
      answers: [{ shows: 'Summer', why: 'it is scheduled (Daily 2:00 PM–6:00 PM; newest of 2 overlapping schedules)' }],
      note: null,
    });
    expect(ask([menu, summer, older], '2026-03-28', '10:00').answers).toEqual([
      { shows: 'Older', why: 'it is scheduled (Daily 10:00 AM–3:00 PM)' },
    ]);
  });

  it('names the higher priority as the reason', () => {
    const important = { ...older, priority: 6 };
    expect(ask([menu, summer, important], '2026-03-28', '14:05').answers).toEqual([
      { shows: 'Older', why: 'it is scheduled (Daily 10:00 AM–3:00 PM, priority 6; highest priority of 2 overlapping schedules)' },
    ]);
  });

  it('evaluates all windows instead of the one for earlier versions', () => {
    const windows = [{ ...daily('20:00', '21:00'), repeat: 'Monthly' as const, on: { day: -1 } }];
    const monthly = aPublish('Monthly', { schedule: daily('00:00', '00:01'), windows });
    expect(ask([menu, monthly], '2026-03-31', '20:30').answers).toEqual([
      { shows: 'Monthly', why: 'it is scheduled (Monthly on the last day 8:00 PM–9:00 PM)' },
    ]);
    expect(ask([menu, monthly], '2026-03-30', '20:30').answers[0]?.shows).toBe('Menu');
  });

  it('explains what is shown when no schedule applies', () => {
    const active = aPublish('Party', { activatedAt: '2026-01-01T00:00:00.000Z' });
    expect(ask([menu, summer, active], '2026-03-28', '20:00').answers).toEqual([{ shows: 'Party', why: 'it was activated last' }]);
    expect(ask([menu, summer], '2026-03-28', '20:00').answers).toEqual([{ shows: 'Menu', why: 'it is the main playlist' }]);
    expect(ask([summer], '2026-03-28', '20:00').answers).toEqual([{ shows: null, why: 'nothing is scheduled for this time' }]);
    expect(ask([{ ...menu, isPlayable: false }], '2026-03-28', '20:00').answers[0]?.shows).toBeNull();
  });

  it('names a playlist that is skipped because all of it is shown at other times', () => {
    const lunch = aPublish('Lunch', { activatedAt: '2026-01-01T00:00:00.000Z', periods: [{ startTime: '11:00', endTime: '14:00' }] });
    expect(ask([menu, lunch], '2026-03-28', '12:00').answers).toEqual([{ shows: 'Lunch', why: 'it was activated last' }]);
    expect(ask([menu, lunch], '2026-03-28', '20:00').answers).toEqual([
      { shows: 'Menu', why: 'it is the main playlist. “Lunch” is skipped, because all of it is shown at other times' },
    ]);
  });

  it('explains skipped and repeated hours of daylight saving changes', () => {
    const night = aPublish('Night', { schedule: daily('01:00', '02:00') });
    const spring = ask([menu, night], '2026-03-29', '01:30');
    expect(spring.answers).toEqual([{ shows: 'Menu', why: 'it is the main playlist' }]);
    expect(spring.note).toBe('The clocks go forward on this day, so 1:30 AM is skipped. The next time is 2:00 AM.');
    const autumn = ask([menu, night], '2026-10-25', '01:30');
    expect(autumn.answers).toHaveLength(1);
    expect(autumn.note).toBe('The clocks go back on this day, so 1:30 AM occurs twice. The screen shows the same both times.');
  });
});

it('explains that the screen is outside its operating hours', () => {
  const hours = [{ week: [{ weekdays: [1], startTime: '08:00', endTime: '18:00' }], exceptions: [] }];
  const plan = toPlan([aPublish('Menu', { schedule: daily('07:00', '19:00') })]);
  const askAt = (time: string) => explainTime({ plan, timeZone: 'UTC', hours, date: '2026-06-01', time }).answers;
  expect(askAt('07:30')).toEqual([{ shows: null, isOff: true, why: 'the screen is outside its operating hours' }]);
  expect(askAt('08:00')).toMatchObject([{ shows: 'Menu' }]);
});
