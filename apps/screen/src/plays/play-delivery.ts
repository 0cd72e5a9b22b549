import type { Play } from '@vitrine/contract/plays';
import { getBackoffMs } from '../sync/backoff.ts';
import type { PlayLog } from './play-log.ts';

/** Time between two deliveries, with jitter, so that a fleet does not send at the same moment. Plays are stored on disk, so waiting loses none. */
const DELIVERY_INTERVAL_MS = { min: 60_000, spread: 60_000 };
/** Delay before the first delivery. Spreads a fleet that started at the same moment over the whole interval. */
const FIRST_DELAY_MS = { min: 1000, spread: 119_000 };
/** Number of queued plays at which the next delivery is moved forward, to no earlier than `EARLY_DELAY_MS`. */
const SEND_EARLY_FROM = 50;
const EARLY_DELAY_MS = { min: 2000, spread: 3000 };

export interface PlayDeliveryOptions {
  log: Pick<PlayLog, 'seal' | 'acknowledge' | 'drop' | 'totals'>;
  /** Resolves with the highest number the server has stored, or null when it rejects these plays permanently. */
  send: (plays: Play[], lost: number) => Promise<number | null>;
  onError: (cause: unknown) => void;
}

export interface PlayDelivery {
  /** Must be called after each queued play. */
  onPlayCounted(): void;
  stop(): void;
}

const randomDelay = ({ min, spread }: { min: number; spread: number }) => min + Math.random() * spread;

/** Sends plays to the server in batches, one at a time, until stopped. */
export function startPlayDelivery({ log, send, onError }: PlayDeliveryOptions): PlayDelivery {
  let stopped = false;
  let waiting = 0;
  let failures = 0;
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (waitMs: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void deliverOnce(), waitMs);
  };
  const sendBatch = async () => {
    const plays = await log.seal();
    if (plays.length === 0 || stopped) return;
    const { lost } = await log.totals();
    const sequence = await send(plays, lost);
    if (sequence === null) await log.drop(plays);
    else await log.acknowledge(sequence);
  };
  const deliverOnce = async () => {
    isBusy = true;
    waiting = 0;
    try {
      await sendBatch();
      failures = 0;
    } catch (cause) {
      failures += 1;
      onError(cause);
    }
    isBusy = false;
    schedule(randomDelay(DELIVERY_INTERVAL_MS) + (failures > 0 ? getBackoffMs(failures) : 0));
  };
  schedule(randomDelay(FIRST_DELAY_MS));
  return {
    onPlayCounted() {
      waiting += 1;
      if (waiting === SEND_EARLY_FROM && !isBusy && failures === 0) schedule(randomDelay(EARLY_DELAY_MS));
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
