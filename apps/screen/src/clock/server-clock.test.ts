import { describe, expect, it } from 'vitest';
import type { StoredClock } from '../database/database.ts';
import { createServerClock } from './server-clock.ts';

const YEAR_MS = 365 * 86_400_000;
const TRUE_START = Date.UTC(2026, 4, 4, 10, 0, 0, 400);

/** Creates a clock on a machine whose local clock is wrong, with a server whose clock is right. */
function createMachine({ wrongByMs = 0, stored = null as StoredClock | null, passed = 0 } = {}) {
  const time = { passed, wrongByMs };
  const truth = () => TRUE_START + time.passed;
  const local = () => truth() + time.wrongByMs;
  const written: StoredClock[] = [];
  const clock = createServerClock({
    stored,
    store: (value) => void written.push(value),
    localClock: local,
    monotonicClock: () => time.passed,
  });
  const request = (latencyMs = 20) => {
    const sentAt = local();
    time.passed += latencyMs;
    const date = Math.floor(truth() / 1000) * 1000;
    time.passed += latencyMs;
    clock.synchronize(date, sentAt, local());
  };
  /** Requests a server that sends its exact time. */
  const requestExactly = (latencyMs = 20) => {
    const sentAt = local();
    time.passed += latencyMs;
    const serverMs = truth();
    time.passed += latencyMs;
    clock.synchronize(serverMs, sentAt, local(), 0);
  };
  return { clock, time, truth, request, requestExactly, written };
}

describe('server clock', () => {
  it.each([10 * YEAR_MS, -10 * YEAR_MS, 3_600_000, -90_000])(
    'estimates the server’s time within a second on a machine that is %i ms off',
    (wrongByMs) => {
      const { clock, truth, request } = createMachine({ wrongByMs });
      request();
      expect(Math.abs(clock.now() - truth())).toBeLessThan(600);
      expect(Math.abs(clock.skewMs + wrongByMs)).toBeLessThan(600);
    },
  );

  it.each([10 * YEAR_MS, -90_000, 700, -300, 0])(
    'agrees with an exact server within one latency on a machine that is %i ms off',
    (wrongByMs) => {
      const { clock, truth, requestExactly } = createMachine({ wrongByMs });
      requestExactly();
      expect(Math.abs(clock.now() - truth())).toBeLessThanOrEqual(20);
    },
  );

  it('does not change an estimate that is within the bounds', () => {
    const { clock, time, request } = createMachine({ wrongByMs: 5000 });
    request();
    for (let round = 0; round < 20; round++) {
      time.passed += 777;
      request();
    }
    const settled = clock.skewMs;
    for (let round = 0; round < 50; round++) {
      time.passed += 777;
      request(10 + round);
      expect(Math.abs(clock.skewMs - settled)).toBeLessThan(100);
    }
  });

  it('keeps its estimate after a slow response with wide bounds', () => {
    const { clock, truth, request } = createMachine({ wrongByMs: 2000 });
    request();
    const before = clock.now() - truth();
    request(7000);
    expect(clock.now() - truth()).toBeCloseTo(before, 3);
  });

  it('keeps its time when the machine’s clock is set', () => {
    const { clock, time, truth, request } = createMachine();
    request();
    expect(clock.hasJumped()).toBe(false);
    time.wrongByMs = -3_600_000;
    expect(clock.hasJumped()).toBe(true);
    expect(Math.abs(clock.now() - truth())).toBeLessThan(600);
    request();
    expect(Math.abs(clock.now() - truth())).toBeLessThan(600);
    expect(clock.hasJumped()).toBe(false);
  });

  it('follows the local clock after a sleep without a server', () => {
    const { clock, time, request } = createMachine();
    request();
    const before = clock.now();
    // Monotonic clocks stop while a machine sleeps.
    time.wrongByMs += 8 * 3_600_000;
    clock.continueOffline();
    expect(clock.now() - before).toBeGreaterThan(7.9 * 3_600_000);
  });

  it('is estimated from the local clock after it was set offline, until the next response', () => {
    const { clock, time, request } = createMachine({ wrongByMs: 0 });
    request();
    clock.continueOffline();
    expect(clock.isEstimated).toBe(false);
    time.wrongByMs = -10 * YEAR_MS;
    clock.continueOffline();
    expect(clock.isEstimated).toBe(true);
    request();
    expect(clock.isEstimated).toBe(false);
  });

  it.each(['1970-01-01', '2040-01-01'])('is right after each start of a machine whose clock starts at %s', (date) => {
    const wrongByMs = Date.parse(date) - TRUE_START;
    const first = createMachine({ wrongByMs });
    first.request();
    const again = createMachine({ wrongByMs, stored: first.written.at(-1) ?? null });
    for (const { clock, truth } of [first, again]) expect(Math.abs(clock.now() - truth())).toBeLessThan(600);
  });

  it('is right after an offline restart', () => {
    const first = createMachine({ wrongByMs: -10 * YEAR_MS });
    first.request();
    const again = createMachine({ wrongByMs: -10 * YEAR_MS, stored: first.written.at(-1) ?? null });
    expect(Math.abs(again.clock.now() - again.truth())).toBeLessThan(600);
  });

  it.each([-56 * YEAR_MS, -2 * YEAR_MS, 3_600_000, 10 * YEAR_MS])(
    'is right after an offline restart with a corrected clock that was %i ms off',
    (wrongByMs) => {
      const first = createMachine({ wrongByMs });
      first.request();
      const again = createMachine({ stored: first.written.at(-1) ?? null, passed: 600_000 });
      expect(Math.abs(again.clock.now() - again.truth())).toBeLessThan(600);
    },
  );

  it('is trusted once the server was reached, also after an offline restart', () => {
    const first = createMachine({ wrongByMs: 3_600_000 });
    expect(first.clock.isTrusted).toBe(false);
    first.request();
    expect(first.clock.isTrusted).toBe(true);
    const stored = first.written.at(-1) ?? null;
    expect(createMachine({ wrongByMs: 3_600_000, stored, passed: 90 * 86_400_000 }).clock.isTrusted).toBe(true);
    expect(createMachine({ stored, passed: 600_000 }).clock.isTrusted).toBe(true);
  });

  it.each([-YEAR_MS, -2 * 3_600_000])(
    'is not trusted after a restart with a clock that was reset by %i ms, until the server is reached',
    (wrongByMs) => {
      const first = createMachine();
      first.request();
      const again = createMachine({ wrongByMs, stored: first.written.at(-1) ?? null, passed: 600_000 });
      expect(again.clock.isTrusted).toBe(false);
      again.request();
      expect(again.clock.isTrusted).toBe(true);
    },
  );

  it('is not trusted after a restart of a machine whose clock starts in 1970', () => {
    const wrongByMs = -TRUE_START;
    const first = createMachine({ wrongByMs });
    first.request();
    expect(createMachine({ wrongByMs, stored: first.written.at(-1) ?? null, passed: 600_000 }).clock.isTrusted).toBe(false);
  });

  it('never restarts before the last known server time', () => {
    const first = createMachine();
    first.request();
    const again = createMachine({ wrongByMs: -YEAR_MS, stored: first.written.at(-1) ?? null });
    expect(again.clock.now()).toBeGreaterThanOrEqual(first.written.at(-1)?.heardAt ?? Infinity);
  });
});
