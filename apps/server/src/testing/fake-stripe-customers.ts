import type Stripe from 'stripe';
import type { Account } from '../modules/test-bank/bank-account.ts';
import { addCredit, attachCard } from '../modules/test-bank/paying.rules.ts';
import { BankObjectNotFoundError } from '../platform/cards/cards.ts';
import { stripeCustomer, stripeList, stripeMethod, stripePrice } from './fake-stripe-objects.ts';
import { required, StripeRefusal, type StripeRoute } from './fake-stripe-request.ts';
import { getNumber, getObject, getRecord, getText, getTexts } from './form-encoding.ts';
import type { MemoryBank } from './memory-bank.ts';

export function customerRoutes(bank: MemoryBank): StripeRoute[] {
  const credits = new Map<string, { id: string; metadata: Record<string, string> }[]>();
  const attached = (id: string): { account: Account; method: Account['methods'][number] } | null => {
    for (const account of bank.accounts()) {
      const method = account.methods.find(({ paymentMethodId }) => paymentMethodId === id);
      if (method) return { account, method };
    }
    return null;
  };
  return [
    {
      method: 'POST',
      path: /^\/v1\/customers$/,
      run: ({ form }) => stripeCustomer(bank.accountOf(bank.openCustomer(getRecord(form['metadata'])['userId'] ?? ''))),
    },
    { method: 'GET', path: /^\/v1\/customers\/(\w+)$/, run: (_request, id) => stripeCustomer(bank.accountOf(id)) },
    {
      method: 'POST',
      path: /^\/v1\/customers\/(\w+)$/,
      run: ({ form }, id) => {
        const methodId = required(getText(getObject(form['invoice_settings'])['default_payment_method']), 'invoice_settings');
        bank.perform(id, (book) => attachCard(book, methodId));
        return stripeCustomer(bank.accountOf(id));
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/customers\/(\w+)\/balance_transactions$/,
      run: (_request, id) => stripeList((credits.get(id) ?? []).toReversed(), `/v1/customers/${id}/balance_transactions`),
    },
    {
      method: 'POST',
      path: /^\/v1\/customers\/(\w+)\/balance_transactions$/,
      run: ({ form }, id) => {
        bank.perform(id, (book) => addCredit(book, -(getNumber(form['amount']) ?? 0)));
        const own = credits.get(id) ?? [];
        const made = { id: `cbtxn_${own.length + 1}`, metadata: getRecord(form['metadata']) };
        credits.set(id, [...own, made]);
        return made;
      },
    },
    {
      method: 'POST',
      path: /^\/v1\/payment_methods\/(\w+)\/attach$/,
      run: ({ form }, id) => {
        const customerId = required(getText(form['customer']), 'customer');
        if (attached(id))
          throw new StripeRefusal(400, {
            type: 'invalid_request_error',
            message: 'The payment method you provided has already been attached to a customer.',
          });
        const cardInput = bank.methodFor(customerId, id);
        if (typeof cardInput === 'string')
          throw new StripeRefusal(404, {
            type: 'invalid_request_error',
            code: 'resource_missing',
            param: 'payment_method',
            message: `No such PaymentMethod: '${id}'`,
          });
        // Attaching a card does not make it the default.
        const method = bank.perform(customerId, (book) => {
          const before = book.account.defaultMethodId;
          const method = attachCard(book, cardInput);
          book.account.defaultMethodId = before;
          return method;
        });
        return stripeMethod(method, customerId);
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/payment_methods\/(\w+)$/,
      run: (_request, id) => {
        const found = attached(id);
        if (!found) throw new BankObjectNotFoundError(id);
        return stripeMethod(found.method, found.account.id);
      },
    },
  ];
}

export function priceRoutes(bank: MemoryBank): StripeRoute[] {
  const lookupKeys = new Map<string, string>();
  const products = new Map<string, string>();
  const present = (id: string) => {
    const price = bank.requirePrice(id);
    return stripePrice(price, lookupKeys.get(id) ?? '', 'prod_fake');
  };
  const presentProduct = (id: string) => {
    const name = products.get(id);
    if (name === undefined) throw new BankObjectNotFoundError(id);
    return { id, object: 'product' as const, name, active: true } satisfies Partial<Stripe.Product>;
  };
  return [
    {
      method: 'GET',
      path: /^\/v1\/prices$/,
      run: ({ form }) => {
        const wanted = getTexts(form['lookup_keys']);
        return stripeList(
          [...lookupKeys].filter(([, key]) => wanted.includes(key)).map(([id]) => present(id)),
          '/v1/prices',
        );
      },
    },
    {
      method: 'POST',
      path: /^\/v1\/prices$/,
      run: ({ form }) => {
        const id = `price_${bank.prices.size + 1}`;
        const interval = getText(getObject(form['recurring'])['interval']) === 'year' ? 'year' : 'month';
        const planName = presentProduct(required(getText(form['product']), 'product')).name;
        bank.prices.set(id, {
          id,
          planName,
          amount: getNumber(form['unit_amount']) ?? 0,
          currency: required(getText(form['currency']), 'currency'),
          interval,
          ...(getRecord(form['metadata'])['kind'] === 'extraScreen' && { kind: 'extraScreen' as const }),
        });
        lookupKeys.set(id, required(getText(form['lookup_key']), 'lookup_key'));
        return present(id);
      },
    },
    { method: 'GET', path: /^\/v1\/prices\/(\w+)$/, run: (_request, id) => present(id) },
    { method: 'GET', path: /^\/v1\/products\/(\w+)$/, run: (_request, id) => presentProduct(id) },
    {
      method: 'POST',
      path: /^\/v1\/products$/,
      run: ({ form }) => {
        const id = required(getText(form['id']), 'id');
        products.set(id, required(getText(form['name']), 'name'));
        return presentProduct(id);
      },
    },
  ];
}
