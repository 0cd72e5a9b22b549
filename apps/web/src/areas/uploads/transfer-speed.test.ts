import { describe, expect, it } from 'vitest';
import { createSpeedometer } from './transfer-speed.ts';

describe('the speed of an upload', () => {
  it('does not count what an earlier visit had sent', () => {
    const clock = { now: 0 };
    const speed = createSpeedometer(() => clock.now);
    expect(speed(4_000_000)).toBe(0);
    clock.now = 1000;
    expect(speed(5_000_000)).toBe(1_000_000);
  });

  it('follows a change without jumping to it', () => {
    const clock = { now: 0 };
    const speed = createSpeedometer(() => clock.now);
    speed(0);
    clock.now = 1000;
    speed(1000);
    clock.now = 2000;
    const changed = speed(10_000);
    expect(changed).toBeGreaterThan(1000);
    expect(changed).toBeLessThan(9000);
  });
});
