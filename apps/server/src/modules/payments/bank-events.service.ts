import { createBatch } from '../../platform/batch.ts';
import { type BankEvent, type Cards, ForgedEventError } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { BankEventApplier } from './bank-events.jobs.ts';
import { deleteEventsBefore, insertEvents } from './bank-events.store.ts';

/** Time after which the bank does not repeat an event. */
const RETENTION_DAYS = 90;
const DAY_MS = 86_400_000;
/** When many subscriptions renew at once, hundreds of events arrive per second. A batch needs only one disk write. */
const INSERT_BATCH = { waitMs: 1, max: 500 };

interface Deps {
  db: Database;
  cards: Cards;
  clock: Clock;
  applying: BankEventApplier;
}

/** Stores and acknowledges events of the bank. An event only states that an object changed; its state is read from the bank. */
export function createBankEventsService({ db, cards, clock, applying: applier }: Deps) {
  const read = (rawBody: string, signature: string | undefined): BankEvent => {
    try {
      return cards.readEvent(rawBody, signature);
    } catch (error) {
      if (error instanceof ForgedEventError) throw new AppError('SIGNATURE_INVALID', undefined, { cause: error });
      throw error;
    }
  };

  const store = createBatch<BankEvent, void>(async (events) => {
    await insertEvents(autocommit(db), cards.name, events, clock.now());
    // Also for events that were stored before: the process that stored them may have died before this step.
    if (events.some(({ objectKind }) => objectKind !== 'other')) await applier.begin();
    return events.map(() => undefined);
  }, INSERT_BATCH);

  return {
    /** Stores an event, which is then applied even after a crash. SIGNATURE_INVALID. */
    receive: async (rawBody: string, signature: string | undefined): Promise<void> => store(read(rawBody, signature)),

    deleteOldEvents: () =>
      db.transaction().execute((tx) => deleteEventsBefore(tx, new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS))),
  };
}

export type BankEventsService = ReturnType<typeof createBankEventsService>;
