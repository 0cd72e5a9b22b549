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
/** A renewal of many subscriptions at once brings hundreds a second: those that come together wait for the disk together. */
const INSERT_BATCH = { waitMs: 1, max: 500 };

interface Deps {
  db: Database;
  cards: Cards;
  clock: Clock;
  applying: BankEventApplier;
}

/** Events of the bank, stored and answered: that something happened, never what is true. */
export function createBankEventsService({ db, cards, clock, applying }: Deps) {
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
    // Also for one that was known: the process that stored it may have died before this.
    if (events.some(({ objectKind }) => objectKind !== 'other')) await applying.begin();
    return events.map(() => undefined);
  }, INSERT_BATCH);

  return {
    /** SIGNATURE_INVALID. Once it returns, the event is on the disk and will be applied. */
    receive: async (rawBody: string, signature: string | undefined): Promise<void> => store(read(rawBody, signature)),

    deleteOldEvents: () =>
      db.transaction().execute((tx) => deleteEventsBefore(tx, new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS))),
  };
}

export type BankEventsService = ReturnType<typeof createBankEventsService>;
