import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { TestIntent } from '@vitrine/contract';
import { BankObjectNotFoundError, CardError } from '../../platform/cards/cards.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Intent } from './bank-account.ts';
import type { Ledger } from './ledger.service.ts';
import { DeclinedError, findIntent, type OperationContext } from './operation-context.ts';
import { completeAuthentication, confirmIntent } from './paying.rules.ts';
import { presentTestIntent } from './test-bank.presenter.ts';
import { insertMethod } from './test-bank.store.ts';
import { CardFieldError, parseCard, type TypedCard } from './test-cards.rules.ts';

export type CheckoutService = ReturnType<typeof createCheckoutService>;

/** Requests that a browser sends directly to the bank. The intent's secret authorizes its payment; without it the intent does not exist. */
export function createCheckoutService({ db, ledger }: { db: Database; ledger: Ledger }) {
  return {
    /** CARD_REFUSED, with the field that is wrong. */
    createMethod: (typed: TypedCard) =>
      translateBankErrors(async () => {
        const now = await ledger.now();
        const method = parseCard(typed, now);
        const id = `pm_${randomUUID().replaceAll('-', '')}`;
        await insertMethod(autocommit(db), id, method, new Date(now * 1000));
        const { brand, last4, expMonth, expYear } = method;
        return { id, card: { brand, last4, exp_month: expMonth, exp_year: expYear } };
      }),

    readIntent: (id: string, secret: string): Promise<TestIntent> =>
      translateBankErrors(() => ledger.read(id, (account) => presentTestIntent(findWithSecret({ account }, id, secret)))),

    confirm: (id: string, secret: string, methodId: string): Promise<TestIntent> =>
      translateBankErrors(() =>
        ledger.runWithPaymentMethod({ objectId: id, methodId }, (book, method) =>
          runAttempt(book, { id, secret }, () => confirmIntent(book, id, method)),
        ),
      ),

    authenticate: (id: string, secret: string, isConfirmed: boolean): Promise<TestIntent> =>
      translateBankErrors(() =>
        ledger.run(id, (book) => runAttempt(book, { id, secret }, () => completeAuthentication(book, id, isConfirmed))),
      ),
  };
}

/** A declined card is no error here: the intent contains the result and can be confirmed with another card. */
function runAttempt(book: OperationContext, { id, secret }: { id: string; secret: string }, act: () => Intent): TestIntent {
  const intent = findWithSecret(book, id, secret);
  try {
    return presentTestIntent(act());
  } catch (error) {
    if (!(error instanceof DeclinedError)) throw error;
    return presentTestIntent(intent);
  }
}

function findWithSecret(book: Pick<OperationContext, 'account'>, id: string, secret: string): Intent {
  const intent = findIntent(book, id);
  // Digests have one length, so that the comparison tells nothing, not even how long the secret is.
  if (!timingSafeEqual(hashText(intent.clientSecret), hashText(secret))) throw new BankObjectNotFoundError(id);
  return intent;
}

const hashText = (text: string) => createHash('sha256').update(text).digest();

async function translateBankErrors<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof BankObjectNotFoundError) throw new AppError('NOT_FOUND');
    if (error instanceof CardFieldError)
      throw new AppError('CARD_REFUSED', error.message, { issues: [{ path: error.field, message: error.message }] });
    if (error instanceof CardError && error.code === 'payment_intent_unexpected_state') throw new AppError('PAYMENT_NOT_OPEN');
    if (error instanceof CardError) throw new AppError('CARD_REFUSED', error.message);
    throw error;
  }
}
