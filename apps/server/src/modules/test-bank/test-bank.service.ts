import { createHash, randomBytes } from 'node:crypto';
import { parseEventText } from '../../platform/cards/bank-events.ts';
import { type BankExtraScreens, BankObjectNotFoundError, type BankPreview, CardError, type Cards } from '../../platform/cards/cards.ts';
import { verifyEvent } from '../../platform/cards/event-signature.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import type { Platform } from '../define-module.ts';
import { type Account, createAccount, type ExtraScreens, type Price } from './bank-account.ts';
import { openPaymentIntent } from './charging.rules.ts';
import type { Ledger } from './ledger.service.ts';
import { findDefaultMethod, findIntent, findInvoice, findSubscription } from './operation-context.ts';
import { runOperation } from './operations.rules.ts';
import { addCredit, attachCard, cancelOrderIntent, confirmIntent, payInvoice, refundIntent } from './paying.rules.ts';
import { changePrice, createSubscription, endSubscriptionNow, previewSubscription, setCancelAtPeriodEnd } from './subscribing.rules.ts';
import { presentCard, presentIntent, presentInvoice, presentSubscription } from './test-bank.presenter.ts';
import { findAccount, findPrice, insertCustomer, insertPrice } from './test-bank.store.ts';

const MAX_LISTED_INVOICES = 100;

/** The built-in bank: Stripe's behaviour in the product's own database. No money moves. */
export function createTestBankCards({
  db,
  clock,
  ledger,
  signingSecret,
}: Pick<Platform, 'clock'> & { db: Database; ledger: Ledger; signingSecret: string }): Cards {
  const findPriceOrThrow = async (id: string): Promise<Price> => {
    const price = await findPrice(db, id);
    if (!price) throw new BankObjectNotFoundError(id);
    return price;
  };

  const findExtraScreens = async (wanted: BankExtraScreens | null): Promise<ExtraScreens | null> =>
    wanted && { price: await findPriceOrThrow(wanted.priceId), quantity: wanted.quantity };

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
      ledger.runWithPaymentMethod({ objectId: customerId, methodId }, (book, method) => presentCard(attachCard(book, method))),

    readCard: (customerId) =>
      ledger.read(customerId, (account) => {
        const method = findDefaultMethod({ account });
        return method && presentCard(method);
      }),

    readCredit: (customerId) => ledger.read(customerId, ({ credit }) => credit),

    async addCredit({ customerId, amount }, key) {
      await ledger.run(customerId, (book) => addCredit(book, amount), { key, request: ['addCredit', customerId, amount] });
    },

    async createSubscription({ customerId, priceId, trialDays, metadata }, key) {
      const price = await findPriceOrThrow(priceId);
      return ledger.run(customerId, (book) => presentSubscription(book.account, createSubscription(book, { price, trialDays, metadata })), {
        key,
        request: ['createSubscription', priceId, trialDays, metadata],
      });
    },

    readSubscription: (id) => ledger.read(id, (account) => presentSubscription(account, findSubscription({ account }, id))),

    async changePrice(id, { priceId, extraScreens: wanted, prorationDate }, key) {
      const [price, extraScreens] = [await findPriceOrThrow(priceId), await findExtraScreens(wanted)];
      return ledger.run(
        id,
        (book) => presentSubscription(book.account, changePrice(book, { id, price, extraScreens, prorationDate, onDecline: 'undo' })),
        // Without extra screens, the request is the one of earlier versions, which share the keys.
        { key, request: ['changePrice', id, priceId, prorationDate, ...(wanted ? [wanted] : [])] },
      );
    },

    setCancelAtPeriodEnd: (id, value) => ledger.run(id, (book) => presentSubscription(book.account, setCancelAtPeriodEnd(book, id, value))),

    endSubscription: (id) => ledger.run(id, (book) => presentSubscription(book.account, endSubscriptionNow(book, id))),

    async preview({ customerId, subscriptionId, priceId, extraScreens: wanted, trialDays }): Promise<BankPreview> {
      const [price, extraScreens] = [await findPriceOrThrow(priceId), await findExtraScreens(wanted)];
      const objectId = subscriptionId ?? customerId;
      const account: Account = objectId === null ? createAccount('cus_0', '', '') : await ledger.read(objectId, (found) => found);
      const { result } = runOperation(account, await ledger.now(), (book) =>
        previewSubscription(book, { subscriptionId, price, extraScreens, trialDays }),
      );
      if ('refused' in result) throw result.refused;
      return result.answer;
    },

    readInvoice: (id) => ledger.read(id, (account) => presentInvoice(account, findInvoice({ account }, id))),

    listInvoices: (subscriptionId) =>
      ledger.read(subscriptionId, (account) => {
        findSubscription({ account }, subscriptionId);
        const own = account.invoices.filter((invoice) => invoice.subscriptionId === subscriptionId);
        return own
          .slice(-MAX_LISTED_INVOICES)
          .reverse()
          .map((invoice) => presentInvoice(account, invoice));
      }),

    payInvoice: (id, key) =>
      ledger.run(id, (book) => presentInvoice(book.account, payInvoice(book, id)), { key, request: ['payInvoice', id] }),

    createPaymentIntent: ({ customerId, ...wanted }, key) =>
      ledger.run(customerId, (book) => presentIntent(book.account, openPaymentIntent(book, { ...wanted, invoiceId: null })), {
        key,
        request: ['createPaymentIntent', wanted],
      }),

    readPaymentIntent: (id) => ledger.read(id, (account) => presentIntent(account, findIntent({ account }, id))),

    confirmPaymentIntent: (id, methodId, key) =>
      ledger.runWithPaymentMethod(
        { objectId: id, methodId },
        (book, method) => presentIntent(book.account, confirmIntent(book, id, method)),
        {
          key,
          request: ['confirmPaymentIntent', id, methodId],
        },
      ),

    cancelPaymentIntent: (id) => ledger.run(id, (book) => presentIntent(book.account, cancelOrderIntent(book, id))),

    refund: (wanted, key) => ledger.run(wanted.paymentIntentId, (book) => refundIntent(book, wanted), { key, request: ['refund', wanted] }),

    readEvent(rawBody, signature) {
      // Verify with the machine's clock, which also signed the event; the bank's clock can be moved.
      verifyEvent(rawBody, signature, signingSecret, Math.floor(clock.now().getTime() / 1000));
      return parseEventText(rawBody);
    },
  };
}
