import { randomBytes, randomUUID } from 'node:crypto';
import { type Account, createAccount, type Price, parseCustomerId } from '../modules/test-bank/bank-account.ts';
import { runDueActions } from '../modules/test-bank/due-actions.rules.ts';
import type { BankEventBody, OperationContext } from '../modules/test-bank/operation-context.ts';
import { runOperation } from '../modules/test-bank/operations.rules.ts';
import { type CardInput, createForeignMethodError } from '../modules/test-bank/paying.rules.ts';
import { findSharedMethod, type NewMethod, parseCard, type TypedCard } from '../modules/test-bank/test-cards.rules.ts';
import { BankObjectNotFoundError } from '../platform/cards/cards.ts';

export type MemoryBank = ReturnType<typeof createMemoryBank>;

/** Runs the rules of the test bank on accounts in memory. The clock only moves by `move`. */
export function createMemoryBank(startAt: number) {
  const accounts = new Map<string, Account>();
  const typedCards = new Map<string, { method: NewMethod; customerId: string | null }>();
  const prices = new Map<string, Price>();
  const events: BankEventBody[] = [];
  let now = startAt;

  const getAccount = (objectId: string): Account => {
    const account = accounts.get(parseCustomerId(objectId) ?? '');
    if (!account) throw new BankObjectNotFoundError(objectId);
    return account;
  };

  const perform = <Answer>(objectId: string, act: (book: OperationContext) => Answer): Answer => {
    const outcome = runOperation(getAccount(objectId), now, act);
    accounts.set(outcome.account.id, outcome.account);
    events.push(...outcome.events);
    if ('refused' in outcome.result) throw outcome.result.refused;
    return outcome.result.answer;
  };

  return {
    prices,
    events,
    now: () => now,
    accounts: () => accounts.values(),
    accountOf: getAccount,
    perform,
    openCustomer(userId: string): string {
      const id = `cus_${randomBytes(8).toString('hex')}`;
      accounts.set(id, createAccount(id, userId, id));
      return id;
    },
    requirePrice(id: string): Price {
      const price = prices.get(id);
      if (!price) throw new BankObjectNotFoundError(id);
      return price;
    },
    typeCard(typed: TypedCard): string {
      const id = `pm_${randomUUID().replaceAll('-', '')}`;
      typedCards.set(id, { method: parseCard(typed, now), customerId: null });
      return id;
    },
    /** Returns the payment method for a customer. A typed card is assigned to the first customer who uses it. */
    methodFor(customerId: string, id: string): CardInput {
      const shared = findSharedMethod(id, now);
      if (shared) return { ...shared, paymentMethodId: null };
      const typed = typedCards.get(id);
      if (!typed) return id;
      if (typed.customerId !== null && typed.customerId !== customerId) throw createForeignMethodError(id);
      typed.customerId = customerId;
      return { ...typed.method, paymentMethodId: id };
    },
    /** Moves the clock forward and runs all actions that become due. */
    move(seconds: number): void {
      now += seconds;
      for (const id of accounts.keys()) perform(id, runDueActions);
    },
  };
}
