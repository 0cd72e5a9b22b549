/** Second part of the contract of banks: plan changes, cancellations, renewals and trials of a subscription. */
import { expect, it } from 'vitest';
import { type BankFixture, DAY_S, getRefusal, newKey } from './cards-contract.ts';

const date = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

export function describeChanges(shop: () => BankFixture): void {
  it('charges the previewed amount for a more expensive, a cheaper and a yearly price', async () => {
    const { cards, subscribe, prices, moveClock, latestInvoice } = shop();
    const { id, customerId } = await subscribe();
    const change = async (priceId: string) => {
      await moveClock(9 * DAY_S + 4321);
      const preview = await cards.preview({ customerId, subscriptionId: id, priceId, extraScreens: null, trialDays: 0 });
      const changed = await cards.changePrice(id, { priceId, extraScreens: null, prorationDate: preview.prorationDate }, newKey());
      const invoice = await latestInvoice(id);
      expect(changed).toMatchObject({ priceId, status: 'active', hasPendingUpdate: false, currentPeriodEnd: preview.nextAt });
      expect(invoice).toMatchObject({
        status: 'paid',
        billingReason: 'subscription_update',
        amountDue: preview.amountDue,
        lines: preview.lines,
      });
      return preview;
    };
    const up = await change(prices.large);
    expect(up.amountDue).toBeGreaterThan(0);
    expect(up).toMatchObject({ credit: 0, nextAmount: 99_900 });
    const down = await change(prices.small);
    expect(down.amountDue).toBe(0);
    expect(down.credit).toBeGreaterThan(0);
    expect(down.nextAmount).toBe(29_900 - down.credit);
    const yearly = await change(prices.yearly);
    expect(yearly.amountDue).toBe(299_000 + (yearly.lines[0]?.amount ?? 0) - down.credit);
    expect(yearly.nextAmount).toBe(299_000);
  });

  it('keeps a customer’s credit, adds to it once per key and returns the rest after every invoice', async () => {
    const { cards, subscribe, prices, now, moveClock: move, latestInvoice } = shop();
    const { id, customerId } = await subscribe('pm_card_visa', prices.large);
    expect(await cards.readCredit(customerId)).toBe(0);
    expect(await latestInvoice(id)).toMatchObject({ amountDue: 99_900, creditLeft: 0 });
    await cards.changePrice(id, { priceId: prices.small, extraScreens: null, prorationDate: await now() }, newKey());
    const credit = await cards.readCredit(customerId);
    expect(credit).toBeGreaterThan(60_000);
    expect(await latestInvoice(id)).toMatchObject({ amountDue: 0, creditLeft: credit });
    const key = newKey();
    for (const _ of ['first', 'again']) await cards.addCredit({ customerId, amount: 1_000, currency: 'usd' }, key);
    expect(await cards.readCredit(customerId)).toBe(credit + 1_000);
    await move(31 * DAY_S);
    expect(await latestInvoice(id)).toMatchObject({
      billingReason: 'subscription_cycle',
      amountDue: 0,
      creditLeft: credit + 1_000 - 29_900,
    });
    expect(await cards.readCredit(customerId)).toBe(credit + 1_000 - 29_900);
  });

  it('previews a first payment, also without a customer', async () => {
    const { cards, prices, now } = shop();
    const preview = (trialDays: number) =>
      cards.preview({ customerId: null, subscriptionId: null, priceId: prices.small, extraScreens: null, trialDays });
    expect(await preview(0)).toMatchObject({ amountDue: 29_900, credit: 0, nextAmount: 29_900, currency: 'usd' });
    const before = await now();
    const trial = await preview(14);
    expect(trial).toMatchObject({ amountDue: 0, nextAmount: 29_900, nextAt: trial.prorationDate + 14 * DAY_S });
    expect(trial.prorationDate).toBeGreaterThanOrEqual(before);
  });

  it('changes nothing when the card is declined, however often it is requested', async () => {
    const { cards, subscribe, prices, now, latestInvoice } = shop();
    const { id, customerId } = await subscribe();
    await cards.attachPaymentMethod(customerId, 'pm_card_chargeDeclinedInsufficientFunds');
    const change = { priceId: prices.large, extraScreens: null, prorationDate: await now() };
    const key = newKey();
    for (const _ of ['first', 'again'])
      expect(await getRefusal(cards.changePrice(id, change, key))).toMatchObject({
        declineCode: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      });
    expect(await cards.readSubscription(id)).toMatchObject({ priceId: prices.small, hasPendingUpdate: false, status: 'active' });
    expect((await latestInvoice(id)).status).toBe('void');
    expect((await cards.listInvoices(id)).map(({ status }) => status)).toEqual(['void', 'paid']);
  });

  it('changes the plan after the payer confirms the payment, and discards the change after a day without it', async () => {
    const { cards, subscribe, prices, now, moveClock: move, latestIntent, authenticate } = shop();
    for (const isConfirmed of [true, false]) {
      const { id, customerId } = await subscribe();
      await cards.attachPaymentMethod(customerId, 'pm_card_authenticationRequired');
      const changing = await cards.changePrice(id, { priceId: prices.large, extraScreens: null, prorationDate: await now() }, newKey());
      expect(changing).toMatchObject({ priceId: prices.small, hasPendingUpdate: true, status: 'active' });
      const intent = await latestIntent(id);
      expect(intent.status).toBe('requires_action');
      if (isConfirmed) await authenticate(intent, true);
      else await move(DAY_S);
      const priceId = isConfirmed ? prices.large : prices.small;
      expect(await cards.readSubscription(id)).toMatchObject({ priceId, hasPendingUpdate: false });
    }
  });

  it('ends a cancelled subscription with its period, and ends one immediately on request', async () => {
    const { cards, subscribe, moveClock: move } = shop();
    const [ending, resumed, ended] = [await subscribe(), await subscribe(), await subscribe()];
    expect(await cards.setCancelAtPeriodEnd(ending.id, true)).toMatchObject({ cancelAtPeriodEnd: true, status: 'active' });
    await cards.setCancelAtPeriodEnd(resumed.id, true);
    expect((await cards.setCancelAtPeriodEnd(resumed.id, false)).cancelAtPeriodEnd).toBe(false);
    expect((await cards.endSubscription(ended.id)).status).toBe('canceled');
    expect((await cards.endSubscription(ended.id)).status).toBe('canceled');
    await move(32 * DAY_S);
    const expired = await cards.readSubscription(ending.id);
    expect(expired).toMatchObject({ status: 'canceled', endedAt: expired.currentPeriodEnd });
    expect((await cards.readSubscription(resumed.id)).status).toBe('active');
    expect(await cards.listInvoices(ending.id)).toHaveLength(1);
    await getRefusal(cards.setCancelAtPeriodEnd(ending.id, false));
  });
}

export function describeTime(shop: () => BankFixture): void {
  it('renews on the last day of shorter months, and returns to the 31st', async () => {
    const { cards, subscribe, moveTo, now } = shop();
    // January 31, which is followed by shorter months.
    const year = new Date((await now()) * 1000).getUTCFullYear() + 1;
    await moveTo(Date.UTC(year, 0, 31, 12) / 1000);
    const { id } = await subscribe();
    await moveTo(Date.UTC(year, 4, 15) / 1000);
    const invoices = await cards.listInvoices(id);
    const february = new Date(Date.UTC(year, 2, 0)).getUTCDate();
    const days = [`${year}-04-30`, `${year}-03-31`, `${year}-02-${february}`, `${year}-01-31`];
    expect(invoices.map(({ lines }) => date(lines[0]?.periodStart ?? 0))).toEqual(days);
    expect(invoices.every(({ status, amountPaid }) => status === 'paid' && amountPaid === 29_900)).toBe(true);
    expect(date((await cards.readSubscription(id)).currentPeriodEnd)).toBe(`${year}-05-31`);
  });

  it('expires an unpaid subscription after a day', async () => {
    const { cards, aCustomer, start, moveClock: move, latestIntent } = shop();
    const { id } = await start(await aCustomer());
    await move(DAY_S);
    expect((await cards.readSubscription(id)).status).toBe('incomplete_expired');
    expect((await latestIntent(id)).status).toBe('canceled');
  });

  it('takes the first payment when a trial ends', async () => {
    const { cards, aCustomer, start, prices, moveClock: move, status, latestInvoice } = shop();
    const { id, trialEnd } = await start(await aCustomer(), prices.small, 7);
    expect(await status(id)).toBe('trialing');
    expect(await latestInvoice(id)).toMatchObject({ total: 0, status: 'paid', paymentIntentId: null });
    await move(7 * DAY_S);
    expect(await cards.readSubscription(id)).toMatchObject({ status: 'active', currentPeriodStart: trialEnd });
    expect(await latestInvoice(id)).toMatchObject({ billingReason: 'subscription_cycle', amountPaid: 29_900 });
  });

  it('retries a failed renewal on days 1, 3, 5 and 7, and then ends the subscription', async () => {
    const { cards, subscribe, moveTo, status, latestInvoice } = shop();
    const { id } = await subscribe('pm_card_chargeCustomerFail');
    const { currentPeriodEnd: failedAt } = await cards.readSubscription(id);
    await moveTo(failedAt);
    for (const days of [1, 3, 5, 7]) {
      expect(await status(id)).toBe('past_due');
      const invoice = await latestInvoice(id);
      expect(invoice).toMatchObject({ status: 'open', nextPaymentAttempt: failedAt + days * DAY_S });
      expect((await getRefusal(cards.payInvoice(invoice.id, newKey()))).code).toBe('card_declined');
      await moveTo(failedAt + days * DAY_S);
    }
    expect(await cards.readSubscription(id)).toMatchObject({ status: 'canceled', endedAt: failedAt + 7 * DAY_S });
    expect((await cards.listInvoices(id)).map((invoice) => invoice.amountPaid)).toEqual([0, 29_900]);
  });

  it('continues with another card, which pays the open amount once', async () => {
    const { cards, subscribe, moveClock: move, status, latestInvoice, latestIntent, authenticate } = shop();
    const { id, customerId } = await subscribe('pm_card_chargeCustomerFail');
    await move(31 * DAY_S);
    const { id: invoiceId } = await latestInvoice(id);
    await cards.attachPaymentMethod(customerId, 'pm_card_authenticationRequired');
    expect(await cards.payInvoice(invoiceId, newKey())).toMatchObject({ status: 'open', amountPaid: 0 });
    expect((await latestIntent(id)).status).toBe('requires_action');
    await authenticate(await latestIntent(id), false);
    await cards.attachPaymentMethod(customerId, 'pm_card_visa');
    expect(await cards.payInvoice(invoiceId, newKey())).toMatchObject({ status: 'paid', amountPaid: 29_900 });
    expect(await cards.payInvoice(invoiceId, newKey())).toMatchObject({ status: 'paid', amountPaid: 29_900 });
    expect(await status(id)).toBe('active');
    expect((await latestIntent(id)).amountReceived).toBe(29_900);
  });
}
