import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { TestIntent } from '@vitrine/contract';
import { BankObjectMissing, CardError } from '../../platform/cards/cards.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Intent } from './bank-account.ts';
import { type Book, Declined, findIntent } from './book.ts';
import type { Ledger } from './ledger.service.ts';
import { answerAuthentication, confirmIntent } from './paying.rules.ts';
import { presentTestIntent } from './test-bank.presenter.ts';
import { insertMethod } from './test-bank.store.ts';
import { CardFieldError, readCard, type TypedCard } from './test-cards.rules.ts';

export type CheckoutService = ReturnType<typeof createCheckoutService>;

/** What a browser asks of the bank by itself. Whoever knows the secret of an intent may pay it; to everybody else it is not there. */
export function createCheckoutService({ db, ledger }: { db: Database; ledger: Ledger }) {
  return {
    /** CARD_REFUSED, with the field that is wrong. */
    createMethod: (typed: TypedCard) =>
      asAppErrors(async () => {
        const now = await ledger.now();
        const method = readCard(typed, now);
        const id = `pm_${randomUUID().replaceAll('-', '')}`;
        await insertMethod(autocommit(db), id, method, new Date(now * 1000));
        const { brand, last4, expMonth, expYear } = method;
        return { id, card: { brand, last4, exp_month: expMonth, exp_year: expYear } };
      }),

    readIntent: (id: string, secret: string): Promise<TestIntent> =>
      asAppErrors(() => ledger.read(id, (account) => presentTestIntent(findWithSecret({ account }, id, secret)))),

    confirm: (id: string, secret: string, methodId: string): Promise<TestIntent> =>
      asAppErrors(() =>
        ledger.changeWithMethod({ objectId: id, methodId }, (book, method) =>
          attempt(book, { id, secret }, () => confirmIntent(book, id, method)),
        ),
      ),

    authenticate: (id: string, secret: string, isConfirmed: boolean): Promise<TestIntent> =>
      asAppErrors(() => ledger.change(id, (book) => attempt(book, { id, secret }, () => answerAuthentication(book, id, isConfirmed)))),
  };
}

/** A declined card is no refusal here: the intent says so, and can be confirmed with another. */
function attempt(book: Book, { id, secret }: { id: string; secret: string }, act: () => Intent): TestIntent {
  const intent = findWithSecret(book, id, secret);
  try {
    return presentTestIntent(act());
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    return presentTestIntent(intent);
  }
}

function findWithSecret(book: Pick<Book, 'account'>, id: string, secret: string): Intent {
  const intent = findIntent(book, id);
  // Digests have one length, so that the comparison tells nothing, not even how long the secret is.
  if (!timingSafeEqual(digestOf(intent.clientSecret), digestOf(secret))) throw new BankObjectMissing(id);
  return intent;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

async function asAppErrors<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof BankObjectMissing) throw new AppError('NOT_FOUND');
    if (error instanceof CardFieldError)
      throw new AppError('CARD_REFUSED', error.message, { issues: [{ path: error.field, message: error.message }] });
    if (error instanceof CardError && error.code === 'payment_intent_unexpected_state') throw new AppError('PAYMENT_NOT_OPEN');
    if (error instanceof CardError) throw new AppError('CARD_REFUSED', error.message);
    throw error;
  }
}
