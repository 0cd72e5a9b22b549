import type { KeptClock } from '../keep/database.ts';

/** A `Date` header counts whole seconds, so the server's clock read anything up to this much more. */
const SECOND_MS = 999;
/** Beyond this the machine's clock was set, or the machine slept. */
const JUMP_MS = 2000;

export interface ServerClock {
  /** Epoch milliseconds as the server counts them, as well as this screen knows. */
  now(): number;
  /** What this machine's clock lacks. */
  readonly skewMs: number;
  /** The server said what its clock read (whole seconds) at some instant between these two of this machine. */
  heard(serverMs: number, sentAt: number, receivedAt: number): void;
  /** The server does not answer: this machine's clock and what was last known of it have to do. */
  alone(): void;
  /** Whether this machine's clock was set since the last question. */
  hasJumped(): boolean;
}

export interface ServerClockOptions {
  kept: KeptClock | null;
  keep: (kept: KeptClock) => void;
  /** This machine's clock, and one that only runs forward, both in milliseconds. */
  local?: () => number;
  steady?: () => number;
}

/**
 * A schedule is a matter of the right time, and the clocks of screens are wrong by hours and years. Each answer of the
 * server bounds what its clock reads: no earlier than its `Date` when the question left, no later than a second more when
 * the answer came. What is held is believed while it lies within these bounds, so that nothing trembles, and moved just into
 * them when it does not, which no answer undoes; when it is far off, their middle is taken. Between answers a steady clock counts on, so that setting this machine's clock moves nothing on the wall.
 */
export function createServerClock({ kept, keep, local = Date.now, steady = () => performance.now() }: ServerClockOptions): ServerClock {
  let skewMs = kept?.skewMs ?? 0;
  // A machine without a battery for its clock wakes up in the past; time has gone on since it last heard from the server.
  if (kept) skewMs = Math.max(skewMs, kept.heardAt - local());
  let anchor = { epoch: local() + skewMs, at: steady() };
  let looked = local() - steady();
  const now = () => anchor.epoch + steady() - anchor.at;
  return {
    now,
    get skewMs() {
      return Math.round(now() - local());
    },
    heard(serverMs, sentAt, receivedAt) {
      // As they are at the moment the answer came, which is now.
      const [earliest, latest] = [serverMs, serverMs + SECOND_MS + Math.max(0, receivedAt - sentAt)];
      const held = now();
      const nearest = Math.min(Math.max(held, earliest), latest);
      const isFar = Math.abs(nearest - held) > JUMP_MS;
      if (nearest !== held) anchor = { epoch: isFar ? (earliest + latest) / 2 : nearest, at: steady() };
      skewMs = now() - local();
      keep({ skewMs, heardAt: now() });
    },
    alone() {
      const told = local() + skewMs;
      if (Math.abs(told - now()) > JUMP_MS) anchor = { epoch: told, at: steady() };
    },
    hasJumped() {
      const before = looked;
      looked = local() - steady();
      return Math.abs(looked - before) > JUMP_MS;
    },
  };
}
