import type Stripe from 'stripe';
import { createAccount, DAY_S, type ExtraScreens, type Price, type Subscription } from '../modules/test-bank/bank-account.ts';
import { openPaymentIntent } from '../modules/test-bank/charging.rules.ts';
import { voidInvoice } from '../modules/test-bank/invoicing.rules.ts';
import { findIntent, findInvoice, findSubscription, type OperationContext } from '../modules/test-bank/operation-context.ts';
import { runOperation } from '../modules/test-bank/operations.rules.ts';
import { cancelOrderIntent, confirmIntent, payInvoice, refundIntent } from '../modules/test-bank/paying.rules.ts';
import {
  changePrice,
  createSubscription,
  endSubscriptionNow,
  previewSubscription,
  setCancelAtPeriodEnd,
} from '../modules/test-bank/subscribing.rules.ts';
import { BankObjectNotFoundError } from '../platform/cards/cards.ts';
import { customerRoutes, priceRoutes } from './fake-stripe-customers.ts';
import { getExtraItemId, stripeIntent, stripeInvoice, stripeLine, stripeList, stripeSubscription } from './fake-stripe-objects.ts';
import { isExpanded, required, StripeRefusal, type StripeRequest, type StripeRoute } from './fake-stripe-request.ts';
import { type Form, getFirst, getNumber, getObject, getObjects, getRecord, getText } from './form-encoding.ts';
import type { MemoryBank } from './memory-bank.ts';

export const fakeStripeRoutes = (bank: MemoryBank): StripeRoute[] => [
  ...customerRoutes(bank),
  ...priceRoutes(bank),
  ...subscriptionRoutes(bank),
  ...invoiceRoutes(bank),
  ...intentRoutes(bank),
];

function subscriptionRoutes(bank: MemoryBank): StripeRoute[] {
  const priceOf = (form: Form) => bank.requirePrice(required(getText(getFirst(form['items'])['price']), 'items[0][price]'));
  return [
    {
      method: 'POST',
      path: /^\/v1\/subscriptions$/,
      run: ({ form }) => {
        const wanted = {
          price: priceOf(form),
          trialDays: getNumber(form['trial_period_days']) ?? 0,
          metadata: getRecord(form['metadata']),
        };
        return stripeSubscription(
          bank.perform(required(getText(form['customer']), 'customer'), (book) => createSubscription(book, wanted)),
        );
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/subscriptions\/(\w+)$/,
      run: (_request, id) => stripeSubscription(findSubscription({ account: bank.accountOf(id) }, id)),
    },
    {
      method: 'POST',
      path: /^\/v1\/subscriptions\/(\w+)$/,
      run: ({ form }, id) => {
        const isCancelled = getText(form['cancel_at_period_end']);
        if (isCancelled !== undefined)
          return stripeSubscription(bank.perform(id, (book) => setCancelAtPeriodEnd(book, id, isCancelled === 'true')));
        const before = findSubscription({ account: bank.accountOf(id) }, id);
        const change = {
          id,
          ...readItems(bank, form, before),
          prorationDate: getNumber(form['proration_date']) ?? bank.now(),
          onDecline: 'keep' as const,
        };
        return stripeSubscription(bank.perform(id, (book) => changePrice(book, change)));
      },
    },
    {
      method: 'DELETE',
      path: /^\/v1\/subscriptions\/(\w+)$/,
      run: (_request, id) => stripeSubscription(bank.perform(id, (book) => endSubscriptionNow(book, id))),
    },
  ];
}

/** Reads the items of an update as Stripe does: an item without an id is added, and an item that is not mentioned stays. */
function readItems(bank: MemoryBank, form: Form, before: Subscription | null): { price: Price; extraScreens: ExtraScreens | null } {
  let [price, extraScreens] = [before?.price, before?.extraScreens ?? null];
  const extraItemId = before && extraScreens ? getExtraItemId(before.id) : undefined;
  for (const item of getObjects(form['items'])) {
    const id = getText(item['id']);
    if (getText(item['deleted']) === 'true') {
      refusePendingRemoval(form);
      if (id !== extraItemId) throw new BankObjectNotFoundError(id ?? '');
      extraScreens = null;
      continue;
    }
    const itemPrice = bank.requirePrice(required(getText(item['price']), 'items[price]'));
    const isExtra = before !== null && (id === undefined || id === extraItemId);
    if (isExtra) extraScreens = { price: itemPrice, quantity: getNumber(item['quantity']) ?? 1 };
    else price = itemPrice;
  }
  if (!price) throw new StripeRefusal(400, { type: 'invalid_request_error', param: 'items', message: 'Missing required param: items.' });
  return { price, extraScreens };
}

/** Stripe supports only the price and the quantity of items in a pending update. */
function refusePendingRemoval(form: Form): void {
  if (getText(form['payment_behavior']) !== 'pending_if_incomplete') return;
  const message = 'When `payment_behavior` is set to `pending_if_incomplete`, items cannot be deleted.';
  throw new StripeRefusal(400, { type: 'invalid_request_error', message });
}

function invoiceRoutes(bank: MemoryBank): StripeRoute[] {
  const find = (id: string) => findInvoice({ account: bank.accountOf(id) }, id);
  const refuse = (message: string, code?: string) =>
    new StripeRefusal(code === undefined ? 400 : 402, {
      type: code === undefined ? 'invalid_request_error' : 'card_error',
      message,
      ...(code && { code }),
    });
  return [
    {
      method: 'POST',
      path: /^\/v1\/invoices\/create_preview$/,
      run: ({ form }) => stripePreview(bank, form),
    },
    {
      method: 'GET',
      path: /^\/v1\/invoices$/,
      run: (request) => {
        const subscriptionId = required(getText(request.form['subscription']), 'subscription');
        const status = getText(request.form['status']);
        const { invoices } = bank.accountOf(subscriptionId);
        const own = invoices.filter(
          (invoice) => invoice.subscriptionId === subscriptionId && (status === undefined || invoice.status === status),
        );
        return stripeList(
          own.reverse().map((invoice) => stripeInvoice(invoice, isExpanded(request, 'data.payments'))),
          '/v1/invoices',
        );
      },
    },
    { method: 'GET', path: /^\/v1\/invoices\/(\w+)$/, run: (request, id) => stripeInvoice(find(id), isExpanded(request, 'payments')) },
    {
      method: 'POST',
      path: /^\/v1\/invoices\/(\w+)\/pay$/,
      run: (_request, id) => {
        if (find(id).status === 'paid') throw refuse('Invoice is already paid');
        const invoice = bank.perform(id, (book) => payInvoice(book, id));
        if (invoice.status === 'open')
          throw refuse(
            'This payment requires additional user action before it can be completed successfully.',
            'invoice_payment_intent_requires_action',
          );
        return stripeInvoice(invoice, false);
      },
    },
    {
      method: 'POST',
      path: /^\/v1\/invoices\/(\w+)\/void$/,
      run: (_request, id) => {
        if (find(id).status !== 'open') throw refuse('You can only void an open invoice.');
        bank.perform(id, (book) => voidInvoice(book, findInvoice(book, id)));
        return stripeInvoice(find(id), false);
      },
    },
  ];
}

function stripePreview(bank: MemoryBank, form: Form) {
  const details = getObject(form['subscription_details']);
  const subscriptionId = getText(form['subscription']) ?? null;
  const before = subscriptionId === null ? null : findSubscription({ account: bank.accountOf(subscriptionId) }, subscriptionId);
  const items = readItems(bank, details, before);
  const owner = subscriptionId ?? getText(form['customer']);
  const account = owner === undefined ? createAccount('cus_0', '', '') : bank.accountOf(owner);
  const at = getNumber(details['proration_date']) ?? bank.now();
  const trialEnd = getNumber(details['trial_end']);
  const trialDays = trialEnd === undefined ? 0 : Math.round((trialEnd - bank.now()) / DAY_S);
  const { result } = runOperation(account, at, (book: OperationContext) =>
    previewSubscription(book, { subscriptionId, ...items, trialDays }),
  );
  if ('refused' in result) throw result.refused;
  const { lines, amountDue, currency } = result.answer;
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    object: 'invoice' as const,
    amount_due: amountDue,
    currency,
    lines: stripeList(
      lines.map((line) => stripeLine(line, currency) as Stripe.InvoiceLineItem),
      '/v1/invoices/upcoming/lines',
    ),
    starting_balance: -account.credit,
    total,
  } satisfies Partial<Stripe.Invoice>;
}

function intentRoutes(bank: MemoryBank): StripeRoute[] {
  const find = (id: string) => findIntent({ account: bank.accountOf(id) }, id);
  const show = (request: StripeRequest, id: string) => stripeIntent(find(id), isExpanded(request, 'latest_charge'));
  return [
    {
      method: 'POST',
      path: /^\/v1\/payment_intents$/,
      run: (request) => {
        const { form } = request;
        const wanted = {
          amount: getNumber(form['amount']) ?? 0,
          currency: required(getText(form['currency']), 'currency'),
          metadata: getRecord(form['metadata']),
        };
        const { id } = bank.perform(required(getText(form['customer']), 'customer'), (book) =>
          openPaymentIntent(book, { ...wanted, invoiceId: null }),
        );
        return show(request, id);
      },
    },
    { method: 'GET', path: /^\/v1\/payment_intents\/(\w+)$/, run: show },
    {
      method: 'POST',
      path: /^\/v1\/payment_intents\/(\w+)\/confirm$/,
      run: (request, id) => {
        const methodId = required(getText(request.form['payment_method']), 'payment_method');
        bank.perform(id, (book) => confirmIntent(book, id, bank.methodFor(book.account.id, methodId)));
        return show(request, id);
      },
    },
    {
      method: 'POST',
      path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
      run: (request, id) => {
        bank.perform(id, (book) => cancelOrderIntent(book, id));
        return show(request, id);
      },
    },
    {
      method: 'POST',
      path: /^\/v1\/refunds$/,
      run: ({ form }) => {
        const paymentIntentId = required(getText(form['payment_intent']), 'payment_intent');
        const { id, amount, status } = bank.perform(paymentIntentId, (book) =>
          refundIntent(book, { paymentIntentId, amount: getNumber(form['amount']) ?? 0 }),
        );
        return { id, object: 'refund' as const, amount, status, payment_intent: paymentIntentId } satisfies Partial<Stripe.Refund>;
      },
    },
  ];
}
