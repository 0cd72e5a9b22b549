import { randomUUID } from 'node:crypto';
import type { MasterValue, Order, PosterCombination } from '@vitrine/contract';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import { CARDS, callWithRetry, type Flow } from './money-flows.ts';

const ADDRESS = { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' };

/** Creates the form of a poster order with an uploaded photo. */
async function createForm(person: ApiPerson) {
  const album = await person.album('Walls');
  const file = await person.upload('harbour.jpg', await aJpeg({ width: 900, height: 1350 }));
  const [media] = await person.attach(album._id, [file.key]);
  await until('the photo is ready', async () => (await person.media(album._id))[0]?.status === 6);
  const [combination] = await person.request<PosterCombination[]>('GET', '/postercombination');
  const [shipping] = await person.request<MasterValue[]>('GET', '/mastervalues?type=shippingus');
  if (!media || !combination || !shipping) throw new Error('No poster options are available');
  const cents = Math.round(combination.price * 100) * 2 + Math.round((shipping.price ?? 0) * 100);
  const body = {
    orderType: 'poster',
    requestId: randomUUID(),
    amount: cents / 100,
    shippingCountry: 'US',
    address: ADDRESS,
    quantity: 2,
    shippingIn: shipping._id,
    poster: { mediaId: media._id, combinationId: combination._id },
  };
  return { body, cents };
}

const isPaid = ({ paymentStatusId: [status] }: Order) => status?.event === 'paymentsuccess';

/** Buys a poster like a browser that does not know the outcome of its requests. Sending the same form again must not create another order. */
async function buyPoster(person: ApiPerson, body: object): Promise<void> {
  const order = await callWithRetry<Order>(person, 'POST', '/orders', body);
  if (isPaid(order)) return;
  const intent = await callWithRetry<{ id: string; client_secret_key: string }>(person, 'POST', '/stripes/payment/intent', {
    amount: order.amounts.total,
    orderId: order._id,
  });
  const path = `/test-bank/v1/payment_intents/${intent.id}`;
  const { status } = await callWithRetry<{ status: string }>(person, 'GET', `${path}?client_secret=${intent.client_secret_key}`);
  if (status !== 'succeeded') {
    const sent = { client_secret: intent.client_secret_key, payment_method: CARDS.good };
    await callWithRetry(person, 'POST', `${path}/confirm`, sent);
  }
  const reported = { paymentType: 'paymentsuccess', paymentIntentId: intent.id, orderId: order._id };
  await callWithRetry(person, 'POST', '/stripes/payment', reported);
}

export const posterFlow: Flow = {
  name: 'money-poster',
  maxKillDelayMs: 600,
  async prepare(newPerson) {
    const person = await newPerson();
    const { body, cents } = await createForm(person);
    const request = () =>
      buyPoster(person, body).catch((error: unknown) => {
        // The bank's event may complete the payment between two of the requests.
        if (!(error instanceof Error && error.message.includes('This has already been paid.'))) throw error;
      });
    return { payers: [{ person, before: [], after: [cents], orders: 1 }], request };
  },
};
