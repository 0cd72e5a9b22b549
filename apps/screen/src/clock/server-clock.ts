import type { StoredClock } from '../database/database.ts';

/** `Date` headers have whole seconds, so the server's clock may be ahead by up to this much. */
const DATE_HEADER_RESOLUTION_MS = 999;
/** A larger difference means that the local clock was set or the machine slept. */
const JUMP_MS = 2000;
const YEAR_MS = 365 * 86_400_000;

export interface ServerClock {
  /** Estimated epoch milliseconds of the server. */
  now(): number;
  /** Server time minus local time. */
  readonly skewMs: number;
  /** False while the time may be wrong by hours: the server was never reached, or the local clock was reset and the server has not been reached since. */
  readonly isTrusted: boolean;
  /** True after an unreachable server made the time follow the local clock, which was set or had slept, until the next server time. */
  readonly isEstimated: boolean;
  /** Applies a server time, read at some instant between these two local times. `resolutionMs` is how much later it may have been, by default a second. */
  synchronize(serverMs: number, sentAt: number, receivedAt: number, resolutionMs?: number): void;
  /** Continues on the local clock and the last known skew while the server is unreachable. */
  continueOffline(): void;
  /** Returns true when the local clock was set, or the machine slept, since the last call. */
  hasJumped(): boolean;
}

export interface ServerClockOptions {
  stored: StoredClock | null;
  store: (clock: StoredClock) => void;
  /** Local clock in epoch milliseconds. `monotonicClock` returns milliseconds too. */
  localClock?: () => number;
  monotonicClock?: () => number;
}

/**
 * Estimates the server's time, because schedules need the right time and the clocks of screens are wrong by hours or years. Each response bounds the server's
 * clock: at least its time when the request left, and at most that when the response arrived, or a second more when only `Date` is known. The estimate stays
 * while it lies within these bounds, which avoids jitter. Otherwise it moves to the nearest bound, or to their middle when it is far off. A monotonic clock is
 * used between responses, so that setting the local clock does not affect playback.
 */
export function createServerClock({
  stored,
  store,
  localClock = Date.now,
  monotonicClock = () => performance.now(),
}: ServerClockOptions): ServerClock {
  let skewMs = stored ? getInitialSkew(stored, localClock()) : 0;
  // A clock that shows a time before the last response, or is wrong by years, was reset: the estimate does not include the time that the machine was off.
  let isTrusted = stored !== null && Math.abs(skewMs) < YEAR_MS && (skewMs === 0 || skewMs < stored.skewMs + JUMP_MS);
  let isEstimated = false;
  let anchor = { epoch: localClock() + skewMs, at: monotonicClock() };
  let lastOffset = localClock() - monotonicClock();
  const now = () => anchor.epoch + monotonicClock() - anchor.at;
  return {
    now,
    get skewMs() {
      return Math.round(now() - localClock());
    },
    get isTrusted() {
      return isTrusted;
    },
    get isEstimated() {
      return isEstimated;
    },
    synchronize(serverMs, sentAt, receivedAt, resolutionMs = DATE_HEADER_RESOLUTION_MS) {
      isTrusted = true;
      isEstimated = false;
      // Bounds at the moment of the response, which is now.
      const [earliest, latest] = [serverMs, serverMs + resolutionMs + Math.max(0, receivedAt - sentAt)];
      const current = now();
      const nearest = Math.min(Math.max(current, earliest), latest);
      const isFar = Math.abs(nearest - current) > JUMP_MS;
      if (nearest !== current) anchor = { epoch: isFar ? (earliest + latest) / 2 : nearest, at: monotonicClock() };
      skewMs = now() - localClock();
      store({ skewMs, heardAt: now() });
    },
    continueOffline() {
      const localEstimate = localClock() + skewMs;
      if (Math.abs(localEstimate - now()) <= JUMP_MS) return;
      anchor = { epoch: localEstimate, at: monotonicClock() };
      isEstimated = true;
    },
    hasJumped() {
      const before = lastOffset;
      lastOffset = localClock() - monotonicClock();
      return Math.abs(lastOffset - before) > JUMP_MS;
    },
  };
}

/**
 * Returns the skew after a restart. A machine without a clock battery starts in the past: the server's time is at least that of the last response. When the
 * local clock was corrected while the screen was off, the stored skew no longer applies. That is assumed when the local clock is less than a year past the
 * last response, and the skew is longer than a year or leads to a time before the response.
 */
function getInitialSkew({ skewMs, heardAt }: StoredClock, localMs: number): number {
  const isLocalPlausible = localMs >= heardAt && localMs < heardAt + YEAR_MS;
  if (isLocalPlausible && (skewMs > YEAR_MS || localMs + skewMs < heardAt - JUMP_MS)) return 0;
  return Math.max(skewMs, heardAt - localMs);
}
