import type { PublishForecast } from '@vitrine/contract/forecast';
import { expect, it } from 'vitest';
import { getForecastNotes, getPlayingNote } from './publish-labels.ts';

const nothing = { now: null, reason: 'idle' as const, until: null, next: null };
const forecast: PublishForecast = {
  deviceId: 'd',
  before: nothing,
  after: {
    now: { playlistId: 's', name: 'Summer' },
    reason: 'schedule',
    until: '2026-06-01T18:00:00Z',
    next: { playlistId: 'm', name: 'Menu' },
  },
  neededBytes: 3.1e9,
  quotaBytes: null,
  fits: null,
};
const notes = (overrides: Partial<PublishForecast>) =>
  getForecastNotes({ ...forecast, ...overrides }, 'UTC', Date.parse('2026-06-01T12:00:00Z'));

it('describes what a screen will show, until when, and whether it fits', () => {
  expect(notes({})).toEqual({ outcome: 'After publishing: Summer until 6:00 PM, then Menu', room: null, isTooLarge: false });
  expect(notes({ quotaBytes: 2e9, fits: false })).toMatchObject({
    room: 'Not enough storage: needs 3.1000 GB, the screen has 2.0000 GB.',
    isTooLarge: true,
  });
  expect(notes({ neededBytes: 12e6, quotaBytes: 2e9, fits: true })).toMatchObject({
    room: 'Uses 12.00 MB of 2.0000 GB on the screen.',
    isTooLarge: false,
  });
});

it.each([
  [undefined, 'It will be removed from all screens.'],
  [{ published: 0, playing: 0 }, 'It isn’t on any screen.'],
  [{ published: 2, playing: 0 }, 'It’s published on 2 screens and isn’t playing now.'],
  [{ published: 1, playing: 1 }, 'It’s playing on 1 screen.'],
  [{ published: 1240, playing: 1239 }, 'It’s playing on 1,239 screens and published on 1 other screen.'],
])('describes on how many screens a playlist is: %j', (count, note) => {
  expect(getPlayingNote(count)).toBe(note);
});
