import { BankObjectMissing } from '../../platform/cards/cards.ts';
import { autocommit, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../define-module.ts';
import { nextDue } from './advancing.rules.ts';
import { type Account, customerIdOf } from './bank-account.ts';
import type { Book } from './book.ts';
import { type Outcome, once, operate } from './operate.rules.ts';
import type { GivenMethod } from './paying.rules.ts';
import { deliverEvent } from './test-bank.jobs.ts';
import {
  addOffset,
  findAccount,
  insertEvents,
  lockAccount,
  lockDueAccounts,
  readOffset,
  takeMethod,
  updateAccount,
} from './test-bank.store.ts';
import { readSharedMethod } from './test-cards.rules.ts';

const DUE_AT_ONCE = 50;

/** What makes an operation happen once: its key, and the request that the key stands for. */
interface Once {
  key: string;
  request: readonly unknown[];
}

export type Ledger = ReturnType<typeof createLedger>;

function customerOf(objectId: string): string {
  const customerId = customerIdOf(objectId);
  if (customerId === null) throw new BankObjectMissing(objectId);
  return customerId;
}

/** Whose a payment method is from now on: one of Stripe's shared names, a card that was typed, or what the customer has under this id. */
async function resolveMethod(tx: Tx, customerId: string, id: string, at: number): Promise<GivenMethod> {
  const shared = readSharedMethod(id, at);
  if (shared) return { ...shared, paymentMethodId: null };
  const typed = await takeMethod(tx, id, customerId);
  return typed ? { ...typed, paymentMethodId: id } : id;
}

/** Carries out operations on accounts, each in one transaction and under the lock of the customer's row. Objects are found by their ids. */
export function createLedger({ db, clock, queue }: Pick<Platform, 'db' | 'clock' | 'queue'>) {
  /** The bank's time in epoch seconds: the machine's, and how far it was moved ahead. */
  const now = async (): Promise<number> => Math.floor(clock.now().getTime() / 1000) + (await readOffset(db));

  const keep = async (tx: Tx, { account, events }: Outcome<unknown>): Promise<void> => {
    await updateAccount(tx, account, nextDue(account));
    if (events.length === 0) return;
    await insertEvents(tx, events);
    for (const { id } of events) await queue.add(tx, deliverEvent, { eventId: id }, { key: id });
  };

  /** `prepare` may read and write in the operation's transaction; what it answers is handed to `act`. */
  const changeWith = async <Prepared, Answer>(
    objectId: string,
    prepare: (tx: Tx, customerId: string, at: number) => Promise<Prepared>,
    act: (book: Book, prepared: Prepared) => Answer,
    { key, request }: Partial<Once> = {},
  ): Promise<Answer> => {
    const customerId = customerOf(objectId);
    const at = await now();
    const { result } = await db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, customerId);
      if (!account) throw new BankObjectMissing(objectId);
      const prepared = await prepare(tx, customerId, at);
      const outcome = operate(account, at, (book) =>
        key === undefined ? act(book, prepared) : once(book, key, request, () => act(book, prepared)),
      );
      await keep(tx, outcome);
      return outcome;
    });
    // The declined attempt is committed by now.
    if ('refused' in result) throw result.refused;
    return result.answer;
  };

  const runDue = (at: number): Promise<number> =>
    db.transaction().execute(async (tx) => {
      const due = await lockDueAccounts(tx, new Date(at * 1000), DUE_AT_ONCE);
      for (const account of due)
        await keep(
          tx,
          operate(account, at, () => undefined),
        );
      return due.length;
    });

  const runAllDue = async (): Promise<void> => {
    const at = await now();
    while ((await runDue(at)) === DUE_AT_ONCE);
  };

  return {
    now,
    runAllDue,

    change: <Answer>(objectId: string, act: (book: Book) => Answer, idempotency?: Once): Promise<Answer> =>
      changeWith(objectId, async () => undefined, act, idempotency),

    /** With a payment method, which is the customer's from then on. */
    changeWithMethod: <Answer>(
      { objectId, methodId }: { objectId: string; methodId: string },
      act: (book: Book, method: GivenMethod) => Answer,
      idempotency?: Once,
    ): Promise<Answer> => changeWith(objectId, (tx, customerId, at) => resolveMethod(tx, customerId, methodId, at), act, idempotency),

    /** As it is in the document: what became due a moment ago may be still to be done. */
    async read<Answer>(objectId: string, pick: (account: Account) => Answer): Promise<Answer> {
      const account = await findAccount(db, customerOf(objectId));
      if (!account) throw new BankObjectMissing(objectId);
      return pick(account);
    },

    /** Forward, and does all that becomes due by that. */
    async moveClock(seconds: number): Promise<number> {
      await addOffset(autocommit(db), seconds);
      await runAllDue();
      return now();
    },
  };
}
