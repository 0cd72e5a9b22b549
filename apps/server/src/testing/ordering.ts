import type { MasterValue, Order, PosterCombination } from '@vitrine/contract';
import { createOrder } from '@vitrine/contract/orders.endpoints';
import { listCombinations, listMasterValues } from '@vitrine/contract/posters.endpoints';
import { newId } from '../platform/ids.ts';
import { callEndpoint, type TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

export const HOME = { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' } as const;

interface PosterChoices {
  mediaId: string;
  size?: string;
  orientation?: string;
  quantity?: 1 | 2 | 3 | 4 | 5 | 10 | 20 | 50;
}

/** Returns the options of a poster and the shipping rates, as the page requests them. */
export async function posterOffer(person: TestPerson, { size = '12 × 18 in', orientation = 'Portrait' } = {}) {
  const combinations = await callEndpoint(person, listCombinations, {});
  const [shipping] = (await callEndpoint(person, listMasterValues, { query: { type: 'shippingus' } })) as MasterValue[];
  const combination = combinations.find(
    ({ sizeId, orientationId, laminationId }) => sizeId.name === size && orientationId.name === orientation && laminationId.name === 'None',
  );
  if (!combination || !shipping) throw new Error('There are no posters');
  return { combination, shipping } satisfies { combination: PosterCombination; shipping: MasterValue };
}

/** Creates the body of POST /orders for a poster, with its current total. */
export async function aPosterBody(person: TestPerson, { mediaId, size, orientation, quantity = 2 }: PosterChoices) {
  const { combination, shipping } = await posterOffer(person, { ...(size && { size }), ...(orientation && { orientation }) });
  const cents = Math.round(combination.price * 100) * quantity + Math.round((shipping.price ?? 0) * 100);
  return {
    orderType: 'poster' as const,
    requestId: newId(),
    amount: cents / 100,
    shippingCountry: 'US' as const,
    address: HOME,
    quantity,
    shippingIn: shipping._id,
    poster: { mediaId, combinationId: combination._id },
  };
}

/** Places an order of a poster and throws if it is refused. */
export const aPosterOrder = async (person: TestPerson, choices: PosterChoices): Promise<Order> =>
  callEndpoint(person, createOrder, { body: await aPosterBody(person, choices) });

/** Pays an order as the web app does: creates an intent, confirms it at the bank, and reports the result. */
export async function payOrder(test: TestApp, person: TestPerson, { _id, amounts }: Order, card = 'pm_card_visa'): Promise<void> {
  const created = await person.call('POST', '/stripes/payment/intent', { amount: amounts.total, orderId: _id });
  const { result: intent } = created.json<{ result: { id: string; client_secret_key: string } }>();
  await test.app.inject({
    method: 'POST',
    url: `/api/test-bank/v1/payment_intents/${intent.id}/confirm`,
    payload: { client_secret: intent.client_secret_key, payment_method: card },
  });
  await person.call('POST', '/stripes/payment', { paymentType: 'paymentsuccess', paymentIntentId: intent.id, orderId: _id });
}
