import { z } from 'zod';
import { type BankEvent, type Cards, ForgedEvent } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports.ts';
import { handle, jobType } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { deleteEventsBefore, insertEvent } from './bank-events.store.ts';
import { bankObjects } from './payments.ports.ts';

/** After which the bank does not send one again. */
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;
/** Tried for about three days: the bank may be away for as long. */
const ATTEMPTS = 20;

const applyJob = jobType(
  'payments.apply',
  z.object({
    kind: z.enum(['subscription', 'invoice', 'payment_intent', 'charge', 'refund', 'other']),
    id: z.string(),
    parentId: z.string().nullable(),
  }),
  { maxAttempts: ATTEMPTS },
);

interface Deps {
  db: Database;
  cards: Cards;
  clock: Clock;
  queue: Queue;
  ports: Ports['ports'];
}

/**
 * Events of the bank: stored, answered, and applied by a job that reads the object again. However many come for one object while a job waits, it
 * runs once, so the order in which they arrive decides nothing.
 */
export function createBankEvents({ db, cards, clock, queue, ports }: Deps) {
  const read = (rawBody: string, signature: string | undefined): BankEvent => {
    try {
      return cards.readEvent(rawBody, signature);
    } catch (error) {
      if (error instanceof ForgedEvent) throw new AppError('SIGNATURE_INVALID', undefined, { cause: error });
      throw error;
    }
  };

  return {
    /** SIGNATURE_INVALID. Once it returns, the event will be applied. */
    async receive(rawBody: string, signature: string | undefined): Promise<void> {
      const event = read(rawBody, signature);
      await db.transaction().execute(async (tx) => {
        const isNew = await insertEvent(tx, cards.name, event);
        if (!isNew || event.objectKind === 'other') return;
        const { objectKind: kind, objectId: id, parentId } = event;
        await queue.add(tx, applyJob, { kind, id, parentId }, { key: `bank:${parentId ?? id}:${kind}` });
      });
    },

    applyHandler: handle(applyJob, async (changed) => {
      for (const apply of ports(bankObjects)) await apply(changed);
    }),

    removeOld: () => db.transaction().execute((tx) => deleteEventsBefore(tx, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS))),
  };
}

export type BankEvents = ReturnType<typeof createBankEvents>;
