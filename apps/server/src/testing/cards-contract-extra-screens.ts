/** Third part of the contract of banks: extra screens of a subscription, which are charged by their number. */
import { expect, it } from 'vitest';
import type { BankExtraScreens } from '../platform/cards/cards.ts';
import { type BankFixture, DAY_S, getRefusal, newKey } from './cards-contract.ts';

/** Returns a function that changes a subscription to a price and a number of extra screens, and asserts that the charge equals the preview. */
function createChange({ cards, latestInvoice }: BankFixture, { customerId, id }: { customerId: string; id: string }) {
  return async (priceId: string, extraScreens: BankExtraScreens | null) => {
    const preview = await cards.preview({ customerId, subscriptionId: id, priceId, extraScreens, trialDays: 0 });
    const changed = await cards.changePrice(id, { priceId, extraScreens, prorationDate: preview.prorationDate }, newKey());
    expect(changed).toMatchObject({ priceId, extraScreens, status: 'active', hasPendingUpdate: false });
    expect(await cards.readCredit(customerId)).toBe(preview.credit);
    expect(await latestInvoice(id)).toMatchObject({ status: 'paid', amountDue: preview.amountDue, lines: preview.lines });
    return preview;
  };
}

export function describeExtraScreens(shop: () => BankFixture): void {
  it('charges the rest of the period by the number of extra screens, credits removed ones, and renews with both items', async () => {
    const { cards, subscribe, prices, moveClock, latestInvoice } = shop();
    const subscription = await subscribe();
    const { id, customerId } = subscription;
    const change = createChange(shop(), subscription);
    await moveClock(9 * DAY_S + 4321);
    const three = await change(prices.small, { priceId: prices.extra, quantity: 3 });
    expect(three.lines).toMatchObject([{ description: expect.stringContaining('3 × Extra screen'), amount: three.amountDue }]);
    expect(three.amountDue).toBeGreaterThan(0);
    expect(three.amountDue).toBeLessThan(3 * 1_999);
    expect(three.nextAmount).toBe(29_900 + 3 * 1_999);
    const five = await change(prices.small, { priceId: prices.extra, quantity: 5 });
    expect(five.lines.map(({ amount }) => amount)).toEqual([-three.amountDue, five.amountDue + three.amountDue]);
    const one = await change(prices.small, { priceId: prices.extra, quantity: 1 });
    expect(one).toMatchObject({ amountDue: 0, nextAmount: 29_900 + 1_999 - one.credit });
    expect(one.credit).toBeGreaterThan(0);
    await moveClock(31 * DAY_S);
    expect(await latestInvoice(id)).toMatchObject({ billingReason: 'subscription_cycle', total: 29_900 + 1_999 });
    expect((await latestInvoice(id)).lines.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([1_999, 29_900]);
    const none = await change(prices.small, null);
    expect(none.amountDue).toBe(0);
    expect((await cards.readSubscription(id)).extraScreens).toBeNull();
    expect(await cards.readCredit(customerId)).toBe(none.credit);
  });

  it('changes the plan together with the extra screens, also to another interval', async () => {
    const { subscribe, prices, moveClock, cards } = shop();
    const subscription = await subscribe();
    const change = createChange(shop(), subscription);
    await change(prices.small, { priceId: prices.extra, quantity: 2 });
    await moveClock(DAY_S);
    const larger = await change(prices.large, { priceId: prices.extra, quantity: 2 });
    // Only the plan changes.
    expect(larger.lines).toHaveLength(2);
    await moveClock(DAY_S);
    const yearly = await change(prices.yearly, { priceId: prices.extraYearly, quantity: 2 });
    expect(yearly.lines.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)).toBe(299_000 + 2 * 19_990);
    expect((await cards.readSubscription(subscription.id)).currentPeriodStart).toBe(yearly.prorationDate);
  });

  it('adds no extra screens when the card is declined, and runs a change once per key', async () => {
    const { cards, subscribe, prices, now, latestIntent } = shop();
    const { id, customerId } = await subscribe();
    await cards.attachPaymentMethod(customerId, 'pm_card_chargeDeclined');
    const change = { priceId: prices.small, extraScreens: { priceId: prices.extra, quantity: 3 }, prorationDate: await now() };
    expect((await getRefusal(cards.changePrice(id, change, newKey()))).code).toBe('card_declined');
    expect(await cards.readSubscription(id)).toMatchObject({ extraScreens: null, hasPendingUpdate: false });
    await cards.attachPaymentMethod(customerId, 'pm_card_visa');
    const key = newKey();
    for (const _ of ['first', 'again'])
      expect(await cards.changePrice(id, change, key)).toMatchObject({ extraScreens: { priceId: prices.extra, quantity: 3 } });
    expect((await cards.listInvoices(id)).filter(({ status }) => status === 'paid')).toHaveLength(2);
    // The clock may move on by some seconds of the period.
    expect((await latestIntent(id)).amountReceived).toBeGreaterThan(3 * 1_998);
  });

  it('adds extra screens once the payer has confirmed the payment', async () => {
    const { cards, subscribe, prices, now, latestIntent, authenticate } = shop();
    const { id, customerId } = await subscribe();
    await cards.attachPaymentMethod(customerId, 'pm_card_authenticationRequired');
    const extraScreens = { priceId: prices.extra, quantity: 2 };
    const waiting = await cards.changePrice(id, { priceId: prices.small, extraScreens, prorationDate: await now() }, newKey());
    expect(waiting).toMatchObject({ extraScreens: null, hasPendingUpdate: true });
    await authenticate(await latestIntent(id), true);
    expect(await cards.readSubscription(id)).toMatchObject({ extraScreens, hasPendingUpdate: false });
  });
}
