import { describe, expect, it } from 'vitest';
import type { StoredClock } from '../database/database.ts';
import { createServerClock } from './server-clock.ts';

const YEAR_MS = 365 * 86_400_000;
const TRUE_START = Date.UTC(2026, 4, 4, 10, 0, 0, 400);

/** A machine whose clock is off, and a server whose clock is right. */
function aMachine({ wrongByMs = 0, kept = null as StoredClock | null, passed = 0 } = {}) {
  const time = { passed, wrongByMs };
  const truth = () => TRUE_START + time.passed;
  const local = () => truth() + time.wrongByMs;
  const written: StoredClock[] = [];
  const clock = createServerClock({
    stored: kept,
    store: (value) => void written.push(value),
    localClock: local,
    monotonicClock: () => time.passed,
  });
  const ask = (wayMs = 20) => {
    const sentAt = local();
    time.passed += wayMs;
    const date = Math.floor(truth() / 1000) * 1000;
    time.passed += wayMs;
    clock.synchronize(date, sentAt, local());
  };
  return { clock, time, truth, ask, written };
}

describe("the server's clock", () => {
  it.each([10 * YEAR_MS, -10 * YEAR_MS, 3_600_000, -90_000])('is known within a second on a machine that is %i ms off', (wrongByMs) => {
    const { clock, truth, ask } = aMachine({ wrongByMs });
    ask();
    expect(Math.abs(clock.now() - truth())).toBeLessThan(600);
    expect(Math.abs(clock.skewMs + wrongByMs)).toBeLessThan(600);
  });

  it('does not tremble: what fits the answers is left alone', () => {
    const { clock, time, ask } = aMachine({ wrongByMs: 5000 });
    ask();
    for (let round = 0; round < 20; round++) {
      time.passed += 777;
      ask();
    }
    const settled = clock.skewMs;
    for (let round = 0; round < 50; round++) {
      time.passed += 777;
      ask(10 + round);
      expect(Math.abs(clock.skewMs - settled)).toBeLessThan(100);
    }
  });

  it('believes a slow answer no more than its bounds', () => {
    const { clock, truth, ask } = aMachine({ wrongByMs: 2000 });
    ask();
    const before = clock.now() - truth();
    ask(7000);
    expect(clock.now() - truth()).toBeCloseTo(before, 3);
  });

  it('keeps its time when the machine’s clock is set, until the next response', () => {
    const { clock, time, truth, ask } = aMachine();
    ask();
    expect(clock.hasJumped()).toBe(false);
    time.wrongByMs = -3_600_000;
    expect(clock.hasJumped()).toBe(true);
    expect(Math.abs(clock.now() - truth())).toBeLessThan(600);
    ask();
    expect(Math.abs(clock.now() - truth())).toBeLessThan(600);
    expect(clock.hasJumped()).toBe(false);
  });

  it('follows the machine after a sleep when there is no server to ask', () => {
    const { clock, time, ask } = aMachine();
    ask();
    const before = clock.now();
    // Steady clocks stand still while a machine sleeps.
    time.wrongByMs += 8 * 3_600_000;
    clock.continueOffline();
    expect(clock.now() - before).toBeGreaterThan(7.9 * 3_600_000);
  });

  it.each(['1970-01-01', '2040-01-01'])('is known on a machine whose clock starts at %s each time', (date) => {
    const wrongByMs = Date.parse(date) - TRUE_START;
    const first = aMachine({ wrongByMs });
    first.ask();
    const again = aMachine({ wrongByMs, kept: first.written.at(-1) ?? null });
    for (const { clock, truth } of [first, again]) expect(Math.abs(clock.now() - truth())).toBeLessThan(600);
  });

  it('is known after an offline restart', () => {
    const first = aMachine({ wrongByMs: -10 * YEAR_MS });
    first.ask();
    const again = aMachine({ wrongByMs: -10 * YEAR_MS, kept: first.written.at(-1) ?? null });
    expect(Math.abs(again.clock.now() - again.truth())).toBeLessThan(600);
  });

  it.each([-56 * YEAR_MS, -2 * YEAR_MS, 3_600_000, 10 * YEAR_MS])(
    'is right after an offline restart with a corrected clock that was %i ms off',
    (wrongByMs) => {
      const first = aMachine({ wrongByMs });
      first.ask();
      const again = aMachine({ kept: first.written.at(-1) ?? null, passed: 600_000 });
      expect(Math.abs(again.clock.now() - again.truth())).toBeLessThan(600);
    },
  );

  it('never restarts before the time it last heard', () => {
    const first = aMachine();
    first.ask();
    const again = aMachine({ wrongByMs: -YEAR_MS, kept: first.written.at(-1) ?? null });
    expect(again.clock.now()).toBeGreaterThanOrEqual(first.written.at(-1)?.heardAt ?? Infinity);
  });
});
