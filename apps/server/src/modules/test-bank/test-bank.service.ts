import { createHash, randomBytes } from 'node:crypto';
import { parseEvent } from '../../platform/cards/bank-events.ts';
import { BankObjectMissing, type BankPreview, CardError, type Cards } from '../../platform/cards/cards.ts';
import { verifyEvent } from '../../platform/cards/event-signature.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import type { Platform } from '../define-module.ts';
import { type Account, openAccount, type Price } from './bank-account.ts';
import { findDefaultMethod, findIntent, findInvoice, findSubscription } from './book.ts';
import { openIntent } from './charging.rules.ts';
import type { Ledger } from './ledger.service.ts';
import { operate } from './operate.rules.ts';
import { addCredit, attachMethod, cancelOwnIntent, confirmIntent, payInvoice, refundIntent } from './paying.rules.ts';
import { changePrice, createSubscription, endNow, preview, setCancelAtPeriodEnd } from './subscribing.rules.ts';
import { presentCard, presentIntent, presentInvoice, presentSubscription } from './test-bank.presenter.ts';
import { findAccount, findPrice, insertCustomer, insertPrice } from './test-bank.store.ts';

const LISTED = 100;

/** The built-in bank: Stripe's behaviour in the product's own database. No money moves. */
export function createTestBank({
  db,
  clock,
  ledger,
  signingSecret,
}: Pick<Platform, 'clock'> & { db: Database; ledger: Ledger; signingSecret: string }): Cards {
  const requirePrice = async (id: string): Promise<Price> => {
    const price = await findPrice(db, id);
    if (!price) throw new BankObjectMissing(id);
    return price;
  };

  return {
    name: 'testBank',
    publishableKey: null,

    async createCustomer({ userId }, key) {
      // The id follows from the key, so that the same key again finds the same customer.
      const id = `cus_${createHash('sha256').update(`${signingSecret} ${key}`).digest('hex').slice(0, 16)}`;
      await insertCustomer(autocommit(db), { id, userId, seed: randomBytes(16).toString('hex') });
      if ((await findAccount(db, id))?.userId !== userId)
        throw new CardError('idempotency_error', 'The key was used for another customer.');
      return { id };
    },

    async ensurePrice(price) {
      const id = `price_${price.id}`;
      await insertPrice(autocommit(db), id, { ...price, id });
      return id;
    },

    attachPaymentMethod: (customerId, methodId) =>
      ledger.changeWithMethod({ objectId: customerId, methodId }, (book, method) => presentCard(attachMethod(book, method))),

    readCard: (customerId) =>
      ledger.read(customerId, (account) => {
        const method = findDefaultMethod({ account });
        return method && presentCard(method);
      }),

    readCredit: (customerId) => ledger.read(customerId, ({ credit }) => credit),

    async addCredit({ customerId, amount }, key) {
      await ledger.change(customerId, (book) => addCredit(book, amount), { key, request: ['addCredit', customerId, amount] });
    },

    async createSubscription({ customerId, priceId, trialDays, metadata }, key) {
      const price = await requirePrice(priceId);
      return ledger.change(
        customerId,
        (book) => presentSubscription(book.account, createSubscription(book, { price, trialDays, metadata })),
        { key, request: ['createSubscription', priceId, trialDays, metadata] },
      );
    },

    readSubscription: (id) => ledger.read(id, (account) => presentSubscription(account, findSubscription({ account }, id))),

    async changePrice(id, { priceId, prorationDate }, key) {
      const price = await requirePrice(priceId);
      return ledger.change(
        id,
        (book) => presentSubscription(book.account, changePrice(book, { id, price, prorationDate, onDecline: 'undo' })),
        { key, request: ['changePrice', id, priceId, prorationDate] },
      );
    },

    setCancelAtPeriodEnd: (id, value) =>
      ledger.change(id, (book) => presentSubscription(book.account, setCancelAtPeriodEnd(book, id, value))),

    endSubscription: (id) => ledger.change(id, (book) => presentSubscription(book.account, endNow(book, id))),

    async preview({ customerId, subscriptionId, priceId, trialDays }): Promise<BankPreview> {
      const price = await requirePrice(priceId);
      const objectId = subscriptionId ?? customerId;
      const account: Account = objectId === null ? openAccount('cus_0', '', '') : await ledger.read(objectId, (found) => found);
      const { result } = operate(account, await ledger.now(), (book) => preview(book, { subscriptionId, price, trialDays }));
      if ('refused' in result) throw result.refused;
      return result.answer;
    },

    readInvoice: (id) => ledger.read(id, (account) => presentInvoice(account, findInvoice({ account }, id))),

    listInvoices: (subscriptionId) =>
      ledger.read(subscriptionId, (account) => {
        findSubscription({ account }, subscriptionId);
        const own = account.invoices.filter((invoice) => invoice.subscriptionId === subscriptionId);
        return own
          .slice(-LISTED)
          .reverse()
          .map((invoice) => presentInvoice(account, invoice));
      }),

    payInvoice: (id, key) =>
      ledger.change(id, (book) => presentInvoice(book.account, payInvoice(book, id)), { key, request: ['payInvoice', id] }),

    createPaymentIntent: ({ customerId, ...wanted }, key) =>
      ledger.change(customerId, (book) => presentIntent(book.account, openIntent(book, { ...wanted, invoiceId: null })), {
        key,
        request: ['createPaymentIntent', wanted],
      }),

    readPaymentIntent: (id) => ledger.read(id, (account) => presentIntent(account, findIntent({ account }, id))),

    confirmPaymentIntent: (id, methodId, key) =>
      ledger.changeWithMethod({ objectId: id, methodId }, (book, method) => presentIntent(book.account, confirmIntent(book, id, method)), {
        key,
        request: ['confirmPaymentIntent', id, methodId],
      }),

    cancelPaymentIntent: (id) => ledger.change(id, (book) => presentIntent(book.account, cancelOwnIntent(book, id))),

    refund: (wanted, key) =>
      ledger.change(wanted.paymentIntentId, (book) => refundIntent(book, wanted), { key, request: ['refund', wanted] }),

    readEvent(rawBody, signature) {
      // By the clock of the machine, which signed it too: the bank's may be moved between.
      verifyEvent(rawBody, signature, signingSecret, Math.floor(clock.now().getTime() / 1000));
      return parseEvent(rawBody);
    },
  };
}
