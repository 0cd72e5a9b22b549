import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeAuthentication } from '../../modules/test-bank/paying.rules.ts';
import { type BankUnderTest, describeCards, newKey, START } from '../../testing/cards-contract.ts';
import { describeExtraScreens } from '../../testing/cards-contract-extra-screens.ts';
import { describeChanges, describeTime } from '../../testing/cards-contract-life.ts';
import { type FakeStripe, startFakeStripe } from '../../testing/fake-stripe.ts';
import { BankUnavailableError, CardError, type Cards } from './cards.ts';
import { createStripeCards } from './stripe-cards.ts';

const settings = { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: 'whsec_fake' };

async function openStripe(): Promise<{ fake: FakeStripe; cards: Cards }> {
  const fake = await startFakeStripe(START, settings.webhookSecret);
  const clock = { now: () => new Date(fake.bank.now() * 1000) };
  return { fake, cards: await createStripeCards({ ...settings, apiUrl: fake.url }, clock) };
}

async function openStripeUnderTest(): Promise<BankUnderTest> {
  const { fake, cards } = await openStripe();
  const { bank } = fake;
  return {
    cards,
    now: async () => bank.now(),
    moveClock: async (seconds) => bank.move(seconds),
    typeCard: async (number) => bank.typeCard({ number, exp_month: 12, exp_year: 40, cvc: '123' }),
    authenticate: async ({ id }, isConfirmed) => {
      try {
        bank.perform(id, (book) => completeAuthentication(book, id, isConfirmed));
      } catch (error) {
        // The browser receives the error; the server reads the state.
        if (!(error instanceof CardError)) throw error;
      }
    },
    events: async () => fake.signedEvents(),
    close: fake.stop,
  };
}

describeCards('Stripe', openStripeUnderTest, [describeChanges, describeExtraScreens, describeTime]);

describe('Stripe with failing or lost responses', () => {
  let fake: FakeStripe;
  let cards: Cards;
  beforeAll(async () => {
    ({ fake, cards } = await openStripe());
  });
  afterAll(() => fake.stop());

  const anIntent = async () => {
    const { id: customerId } = await cards.createCustomer({ userId: 'ana', email: 'ana@vitrine.test', name: 'Ana' }, newKey());
    return cards.createPaymentIntent({ customerId, amount: 500, currency: 'usd', metadata: {} }, newKey());
  };

  it('counts as unavailable, not as a declined card', async () => {
    const { id } = await anIntent();
    for (const faults of [[500], [503], [429], ['hang up', 'hang up']] as const) {
      fake.faults.push(...faults);
      await expect(cards.readPaymentIntent(id)).rejects.toThrow(BankUnavailableError);
    }
    expect((await cards.readPaymentIntent(id)).status).toBe('requires_payment_method');
  });

  it('charges once when the response is lost', async () => {
    const { id } = await anIntent();
    fake.faults.push('lose');
    expect(await cards.confirmPaymentIntent(id, 'pm_card_visa', newKey())).toMatchObject({ status: 'succeeded', amountReceived: 500 });
    const key = newKey();
    const other = await anIntent();
    fake.faults.push('lose', 'lose');
    await expect(cards.confirmPaymentIntent(other.id, 'pm_card_visa', key)).rejects.toThrow(BankUnavailableError);
    expect(await cards.confirmPaymentIntent(other.id, 'pm_card_visa', key)).toMatchObject({ status: 'succeeded', amountReceived: 500 });
    const succeeded = fake.bank.events.filter(({ type, data }) => type === 'payment_intent.succeeded' && data.object.id === other.id);
    expect(succeeded).toHaveLength(1);
  });

  it('creates each price once for repeated requests', async () => {
    const price = { id: 'price-of-ours', planName: 'Single User', amount: 29_900, currency: 'usd', interval: 'month' as const };
    const id = await cards.ensurePrice(price);
    expect(await cards.ensurePrice(price)).toBe(id);
    const yearly = await cards.ensurePrice({ ...price, id: 'another', interval: 'year' });
    expect(yearly).not.toBe(id);
    expect(fake.requests.filter((request) => request === 'POST /v1/products')).toHaveLength(1);
    expect(fake.requests.filter((request) => request === 'POST /v1/prices')).toHaveLength(2);
  });
});
