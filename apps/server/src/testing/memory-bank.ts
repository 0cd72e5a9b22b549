import { randomBytes, randomUUID } from 'node:crypto';
import { advance } from '../modules/test-bank/advancing.rules.ts';
import { type Account, customerIdOf, openAccount, type Price } from '../modules/test-bank/bank-account.ts';
import type { BankEventBody, Book } from '../modules/test-bank/book.ts';
import { operate } from '../modules/test-bank/operate.rules.ts';
import { foreignMethod, type GivenMethod } from '../modules/test-bank/paying.rules.ts';
import { type NewMethod, readCard, readSharedMethod, type TypedCard } from '../modules/test-bank/test-cards.rules.ts';
import { BankObjectMissing } from '../platform/cards/cards.ts';

export type MemoryBank = ReturnType<typeof createMemoryBank>;

/** The rules of the test bank on accounts in memory, with a clock that stands still until it is moved. */
export function createMemoryBank(startAt: number) {
  const accounts = new Map<string, Account>();
  const typedCards = new Map<string, { method: NewMethod; customerId: string | null }>();
  const prices = new Map<string, Price>();
  const events: BankEventBody[] = [];
  let now = startAt;

  const accountOf = (objectId: string): Account => {
    const account = accounts.get(customerIdOf(objectId) ?? '');
    if (!account) throw new BankObjectMissing(objectId);
    return account;
  };

  const perform = <Answer>(objectId: string, act: (book: Book) => Answer): Answer => {
    const outcome = operate(accountOf(objectId), now, act);
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
    accountOf,
    perform,
    openCustomer(userId: string): string {
      const id = `cus_${randomBytes(8).toString('hex')}`;
      accounts.set(id, openAccount(id, userId, id));
      return id;
    },
    requirePrice(id: string): Price {
      const price = prices.get(id);
      if (!price) throw new BankObjectMissing(id);
      return price;
    },
    typeCard(typed: TypedCard): string {
      const id = `pm_${randomUUID().replaceAll('-', '')}`;
      typedCards.set(id, { method: readCard(typed, now), customerId: null });
      return id;
    },
    /** A card that was typed is the customer's from now on. */
    methodFor(customerId: string, id: string): GivenMethod {
      const shared = readSharedMethod(id, now);
      if (shared) return { ...shared, paymentMethodId: null };
      const typed = typedCards.get(id);
      if (!typed) return id;
      if (typed.customerId !== null && typed.customerId !== customerId) throw foreignMethod(id);
      typed.customerId = customerId;
      return { ...typed.method, paymentMethodId: id };
    },
    /** Forward, with all that becomes due by that. */
    move(seconds: number): void {
      now += seconds;
      for (const id of accounts.keys()) perform(id, advance);
    },
  };
}
