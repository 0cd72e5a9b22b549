import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AlertTone, startTone } from './alert-tones.ts';

/** Oscillators that were created, with their times. */
let oscillators: { type: string; startedAt: number; stoppedAt: number }[];

const aParam = () => ({ setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() });
const aContext = () =>
  ({
    currentTime: 10,
    destination: {},
    createGain: () => ({ gain: aParam(), connect: vi.fn(), disconnect: vi.fn() }),
    createOscillator: () => {
      const state = { type: '', startedAt: 0, stoppedAt: 0 };
      oscillators.push(state);
      return {
        set type(type: string) {
          state.type = type;
        },
        frequency: aParam(),
        connect: vi.fn(),
        start: (at: number) => (state.startedAt = at),
        stop: (at = 0) => (state.stoppedAt = at),
      };
    },
  }) as unknown as AudioContext;

beforeEach(() => {
  vi.useFakeTimers();
  oscillators = [];
});
afterEach(() => vi.useRealTimers());

it.each<[AlertTone, number, number]>([
  ['attention', 6, 5000],
  ['evacuation', 3, 4000],
  ['siren', 1, 4000],
  ['chime', 2, 6000],
])('repeats %s with a pause until it is stopped', (tone, steps, everyMs) => {
  const playing = startTone(aContext(), tone);
  expect(oscillators).toHaveLength(steps);
  const last = Math.max(...oscillators.map(({ stoppedAt }) => stoppedAt));
  expect(last - 10).toBeLessThan(everyMs / 1000);
  vi.advanceTimersByTime(everyMs);
  expect(oscillators).toHaveLength(2 * steps);
  playing.stop();
  expect(oscillators.every(({ stoppedAt }) => stoppedAt === 0)).toBe(true);
  vi.advanceTimersByTime(10 * everyMs);
  expect(oscillators).toHaveLength(2 * steps);
});
