import type { Play } from '@vitrine/contract/plays';
import { backoffMs } from '../sync/backoff.ts';
import type { PlayLog } from './play-log.ts';

/** Between two deliveries, with jitter, so that a fleet does not send in step. Nothing is lost by waiting: the plays are on the disk. */
const APART_MS = { least: 60_000, spread: 60_000 };
/** Before the first: a fleet that came at once is spread over all of the interval. */
const FIRST_MS = { least: 1000, spread: 119_000 };
/** With so many plays queued the next delivery is earlier, but never sooner than `EARLY_MS`. */
const SEND_EARLY_FROM = 50;
const EARLY_MS = { least: 2000, spread: 3000 };

export interface PlayDeliveryOptions {
  log: Pick<PlayLog, 'seal' | 'acknowledge' | 'drop' | 'totals'>;
  /** Resolves with the highest number the server has stored, or null when it rejects these for good. */
  send: (plays: Play[], lost: number) => Promise<number | null>;
  onTrouble: (cause: unknown) => void;
}

export interface PlayDelivery {
  /** One more play is queued. */
  counted(): void;
  stop(): void;
}

const within = ({ least, spread }: { least: number; spread: number }) => least + Math.random() * spread;

/** Sends plays to the server in batches, one at a time, until stopped. */
export function deliverPlays({ log, send, onTrouble }: PlayDeliveryOptions): PlayDelivery {
  let stopped = false;
  let waiting = 0;
  let failures = 0;
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = (waitMs: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void deliver(), waitMs);
  };
  const hand = async () => {
    const plays = await log.seal();
    if (plays.length === 0 || stopped) return;
    const { lost } = await log.totals();
    const sequence = await send(plays, lost);
    if (sequence === null) await log.drop(plays);
    else await log.acknowledge(sequence);
  };
  const deliver = async () => {
    isBusy = true;
    waiting = 0;
    try {
      await hand();
      failures = 0;
    } catch (cause) {
      failures += 1;
      onTrouble(cause);
    }
    isBusy = false;
    next(within(APART_MS) + (failures > 0 ? backoffMs(failures) : 0));
  };
  next(within(FIRST_MS));
  return {
    counted() {
      waiting += 1;
      if (waiting === SEND_EARLY_FROM && !isBusy && failures === 0) next(within(EARLY_MS));
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
