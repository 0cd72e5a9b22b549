import type { Item, Order } from '@vitrine/contract';
import { createItem, quoteItems } from '@vitrine/contract/items.endpoints';
import { createOrder } from '@vitrine/contract/orders.endpoints';
import sharp from 'sharp';
import { newId } from '../platform/ids.ts';
import { aPerson, callEndpoint, type TestPerson, uploadFile } from './builders.ts';
import { HOME } from './ordering.ts';
import type { TestApp } from './test-app.ts';

const updateTestUser = async (test: TestApp, change: object, name?: string): Promise<TestPerson> => {
  const person = await aPerson(test, name === undefined ? {} : { name });
  await test.db.updateTable('users').set(change).where('id', '=', person.user._id).execute();
  return person;
};

/** Creates an account on the partner platform. */
export const aPartnerPerson = (test: TestApp): Promise<TestPerson> => updateTestUser(test, { platform: 'WV' });

export const aPartnerAdministrator = (test: TestApp): Promise<TestPerson> =>
  updateTestUser(test, { platform: 'WV', role: 'admin' }, 'Ida Berg');

/** Uploads a picture that no object references yet, and returns its key. */
export async function anUploadedPicture(test: TestApp, person: TestPerson, name = 'product.png'): Promise<string> {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#8a6748' } })
    .png()
    .toBuffer();
  return (await uploadFile(test, person, { name, bytes })).key;
}

interface ProductChoices {
  name?: string;
  description?: string;
  price?: number;
  weight?: number;
  length?: number;
  taxPercentage?: number;
}

export async function aProduct(
  test: TestApp,
  administrator: TestPerson,
  { taxPercentage, name = 'Oak frame', price = 49, weight = 400, ...others }: ProductChoices = {},
): Promise<Item> {
  const picture = { key: await anUploadedPicture(test, administrator) };
  const salesTax = { isApplicable: taxPercentage !== undefined, taxPercentage: taxPercentage ?? 0 };
  return callEndpoint(administrator, createItem, { body: { name, price, weight, picture, salesTax, ...others } });
}

/** Creates the body of POST /orders for these items, with their current total. */
export async function anItemBody(
  person: TestPerson,
  items: { itemId: string; quantity: number }[],
  { shippingCountry = 'US' as 'US' | 'AL', state = 'Oregon' } = {},
) {
  const { total } = await callEndpoint(person, quoteItems, { body: { items, shippingCountry } });
  const address = { ...HOME, state };
  return { orderType: 'item' as const, requestId: newId(), amount: total / 100, shippingCountry, address, items };
}

/** Places an order of items and throws if it is refused. */
export const anItemOrder = async (person: TestPerson, items: { itemId: string; quantity: number }[]): Promise<Order> =>
  callEndpoint(person, createOrder, { body: await anItemBody(person, items) });
