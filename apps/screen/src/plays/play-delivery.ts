import type { Play } from '@vitrine/contract/plays';
import { backoffMs } from '../sync/backoff.ts';
import type { PlayLog } from './play-log.ts';

/** Between two deliveries, partly by chance, so that a fleet does not tell in step. */
const APART_MS = { least: 30_000, spread: 30_000 };
/** So many plays are worth telling earlier, though never sooner than this. */
const WORTH_TELLING = 50;
const EARLY_MS = { least: 2000, spread: 3000 };

export interface PlayDeliveryOptions {
  log: Pick<PlayLog, 'seal' | 'taken' | 'refused' | 'told'>;
  /** Tells the server; answers the number up to which it has everything, or null when it refuses these for good. */
  tell: (plays: Play[], lost: number) => Promise<number | null>;
  onTrouble: (cause: unknown) => void;
}

export interface PlayDelivery {
  /** One more waits. */
  counted(): void;
  stop(): void;
}

const within = ({ least, spread }: { least: number; spread: number }) => least + Math.random() * spread;

/** Tells the server what was played, batch after batch, until it is stopped. One batch is on its way at a time. */
export function deliverPlays({ log, tell, onTrouble }: PlayDeliveryOptions): PlayDelivery {
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
    const { lost } = await log.told();
    const sequence = await tell(plays, lost);
    if (sequence === null) await log.refused(plays);
    else await log.taken(sequence);
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
  next(within(APART_MS));
  return {
    counted() {
      waiting += 1;
      if (waiting === WORTH_TELLING && !isBusy && failures === 0) next(within(EARLY_MS));
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
