import { BankObjectNotFoundError } from '../../platform/cards/cards.ts';
import { autocommit, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../define-module.ts';
import { type Account, parseCustomerId } from './bank-account.ts';
import { getNextDueAt } from './due-actions.rules.ts';
import type { OperationContext } from './operation-context.ts';
import { type OperationOutcome, runOnce, runOperation } from './operations.rules.ts';
import type { CardInput } from './paying.rules.ts';
import { deliverEventJob } from './test-bank.jobs.ts';
import {
  addClockOffset,
  claimCard,
  findAccount,
  findClockOffset,
  insertEvents,
  lockAccount,
  lockDueAccounts,
  updateAccount,
} from './test-bank.store.ts';
import { findSharedMethod } from './test-cards.rules.ts';

const MAX_DUE_PER_RUN = 50;

/** Idempotency key of an operation, and the request that it identifies. */
interface IdempotentRequest {
  key: string;
  request: readonly unknown[];
}

export type Ledger = ReturnType<typeof createLedger>;

function requireCustomerId(objectId: string): string {
  const customerId = parseCustomerId(objectId);
  if (customerId === null) throw new BankObjectNotFoundError(objectId);
  return customerId;
}

/** Resolves a payment method for a customer: one of Stripe's shared names, a typed card, or a method of the customer. */
async function resolveMethod(tx: Tx, customerId: string, id: string, at: number): Promise<CardInput> {
  const shared = findSharedMethod(id, at);
  if (shared) return { ...shared, paymentMethodId: null };
  const typed = await claimCard(tx, id, customerId);
  return typed ? { ...typed, paymentMethodId: id } : id;
}

/** Executes operations on accounts, each in one transaction that locks the customer's row. Object ids contain the customer's id. */
export function createLedger({ db, clock, queue }: Pick<Platform, 'db' | 'clock' | 'queue'>) {
  /** Returns the bank's time in epoch seconds: the machine's time plus the offset by which it was moved ahead. */
  const now = async (): Promise<number> => Math.floor(clock.now().getTime() / 1000) + (await findClockOffset(db));

  const storeOutcome = async (tx: Tx, { account, events }: OperationOutcome<unknown>): Promise<void> => {
    await updateAccount(tx, account, getNextDueAt(account));
    if (events.length === 0) return;
    await insertEvents(tx, events);
    for (const { id } of events) await queue.add(tx, deliverEventJob, { eventId: id }, { key: id });
  };

  /** `prepare` may read and write in the operation's transaction; its result is passed to `act`. */
  const runWith = async <Prepared, Answer>(
    objectId: string,
    prepare: (tx: Tx, customerId: string, at: number) => Promise<Prepared>,
    act: (book: OperationContext, prepared: Prepared) => Answer,
    { key, request }: Partial<IdempotentRequest> = {},
  ): Promise<Answer> => {
    const customerId = requireCustomerId(objectId);
    const at = await now();
    const { result } = await db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, customerId);
      if (!account) throw new BankObjectNotFoundError(objectId);
      const prepared = await prepare(tx, customerId, at);
      const outcome = runOperation(account, at, (book) =>
        key === undefined ? act(book, prepared) : runOnce(book, key, request, () => act(book, prepared)),
      );
      await storeOutcome(tx, outcome);
      return outcome;
    });
    // Throw after the commit, so that the declined attempt is stored.
    if ('refused' in result) throw result.refused;
    return result.answer;
  };

  const runDueBatch = (at: number): Promise<number> =>
    db.transaction().execute(async (tx) => {
      const due = await lockDueAccounts(tx, new Date(at * 1000), MAX_DUE_PER_RUN);
      for (const account of due)
        await storeOutcome(
          tx,
          runOperation(account, at, () => undefined),
        );
      return due.length;
    });

  const runAllDue = async (): Promise<void> => {
    const at = await now();
    while ((await runDueBatch(at)) === MAX_DUE_PER_RUN);
  };

  return {
    now,
    runAllDue,

    run: <Answer>(objectId: string, act: (book: OperationContext) => Answer, idempotency?: IdempotentRequest): Promise<Answer> =>
      runWith(objectId, async () => undefined, act, idempotency),

    /** Runs an operation with a payment method, which belongs to the customer from then on. */
    runWithPaymentMethod: <Answer>(
      { objectId, methodId }: { objectId: string; methodId: string },
      act: (book: OperationContext, method: CardInput) => Answer,
      idempotency?: IdempotentRequest,
    ): Promise<Answer> => runWith(objectId, (tx, customerId, at) => resolveMethod(tx, customerId, methodId, at), act, idempotency),

    /** Reads the stored account. Actions that became due just now may not have been applied yet. */
    async read<Answer>(objectId: string, pick: (account: Account) => Answer): Promise<Answer> {
      const account = await findAccount(db, requireCustomerId(objectId));
      if (!account) throw new BankObjectNotFoundError(objectId);
      return pick(account);
    },

    /** Moves the bank's clock forward and runs all actions that become due. */
    async moveClock(seconds: number): Promise<number> {
      await addClockOffset(autocommit(db), seconds);
      await runAllDue();
      return now();
    },
  };
}
