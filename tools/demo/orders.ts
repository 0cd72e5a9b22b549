import type { Item, MasterValue, Media, Order, PosterCombination, StatusValue } from '@vitrine/contract';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import type { Albums } from './albums.ts';
import { type OrderPlan, POSTER_ORDERS, PRODUCT_ORDERS, PRODUCTS } from './household.ts';
import { type People, type Person, subscribe } from './people.ts';
import { drawPicture } from './picture.ts';

const ADDRESS = { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' };
const DAY_MS = 86_400_000;
const CARDS: Partial<Record<OrderPlan['outcome'], string | null>> = { failed: 'pm_card_chargeDeclined', waiting: null };
const STATUSES: Partial<Record<OrderPlan['outcome'], string>> = { production: 'In production', shipped: 'Shipped', completed: 'Completed' };

/** Creates orders with every outcome, paid at the test bank. */
export async function makeOrders(people: People, albums: Albums): Promise<void> {
  const { owner, partner, admin, lena } = people;
  await owner.request('POST', '/address', ADDRESS);
  const [photo] = (await owner.media(albums.lake._id)).filter(({ kind }) => kind === 'image');
  if (!photo) throw new Error('The album has no photo for a poster');
  for (const plan of POSTER_ORDERS) await completeOrder(owner, admin, plan, await orderPoster(owner, photo, plan));
  await makeProducts(admin);
  for (const plan of PRODUCT_ORDERS) await completeOrder(partner, admin, plan, await orderProducts(partner, plan));
  await subscribe(lena, 'Single User', 'pm_card_chargeDeclined');
}

async function orderPoster(person: Person, photo: Media, { quantity, size }: (typeof POSTER_ORDERS)[number]): Promise<Order> {
  const combinations = await person.request<PosterCombination[]>('GET', '/postercombination');
  const combination =
    combinations.find(({ sizeId, orientationId }) => sizeId.name === size && orientationId.name === 'Landscape') ?? combinations[0];
  const [shipping] = await person.request<MasterValue[]>('GET', '/mastervalues?type=shippingus');
  if (!combination || !shipping) throw new Error('No poster options are available');
  const cents = Math.round(combination.price * 100) * quantity + Math.round((shipping.price ?? 0) * 100);
  return person.request<Order>('POST', '/orders', {
    orderType: 'poster',
    requestId: newId(),
    amount: cents / 100,
    shippingCountry: 'US',
    address: ADDRESS,
    quantity,
    shippingIn: shipping._id,
    poster: { mediaId: photo._id, combinationId: combination._id },
  });
}

async function makeProducts(admin: Person): Promise<void> {
  for (const { scene, ...product } of PRODUCTS) {
    const bytes = await drawPicture({ scene, seed: product.name, width: 900, height: 900 }).jpeg().toBuffer();
    const { key } = await admin.upload(`${product.name}.jpg`, bytes);
    await admin.request<Item>('POST', '/items', { ...product, picture: { key } });
  }
}

async function orderProducts(person: Person, { quantity }: OrderPlan): Promise<Order> {
  const [first, second] = await person.request<Item[]>('GET', '/items');
  if (!first || !second) throw new Error('The shop is empty');
  const items = [
    { itemId: first._id, quantity },
    { itemId: second._id, quantity: 1 },
  ];
  const { total } = await person.request<{ total: number }>('POST', '/items/quote', { items, shippingCountry: 'US' });
  const body = { orderType: 'item', requestId: newId(), amount: total / 100, shippingCountry: 'US', address: ADDRESS, items };
  return person.request<Order>('POST', '/orders', body);
}

/** Pays an order if its outcome requires it, sets its status and moves it into the past. */
async function completeOrder(person: Person, admin: Person, plan: OrderPlan, order: Order): Promise<void> {
  const card = CARDS[plan.outcome] === undefined ? 'pm_card_visa' : CARDS[plan.outcome];
  if (card) await pay(person, order, card);
  const statusName = STATUSES[plan.outcome];
  if (statusName) await setStatus(admin, order, statusName);
  if (plan.outcome === 'refunded') await admin.request('POST', `/orders/${order._id}/refunds`, { requestId: newId() });
  await moveBack(person, order, plan.daysAgo);
}

/** Pays an order like a browser: creates an intent, confirms it at the bank and reports it. */
async function pay(person: Person, { _id: orderId, amounts }: Order, card: string): Promise<void> {
  const intent = await person.request<{ id: string; client_secret_key: string }>('POST', '/stripes/payment/intent', {
    amount: amounts.total,
    orderId,
  });
  await person.call('POST', `/test-bank/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret_key,
    payment_method: card,
  });
  await person.request('POST', '/stripes/payment', { paymentType: 'paymentsuccess', paymentIntentId: intent.id, orderId });
}

async function setStatus(admin: Person, { _id }: Order, name: string): Promise<void> {
  const statuses = await admin.request<StatusValue[]>('GET', '/mastervalues?type=order');
  const status = statuses.find((entry) => entry.type === 'order' && entry.name === name);
  if (!status) throw new Error(`Unknown status: ${name}`);
  const isSent = name === 'Shipped' || name === 'Completed';
  await admin.request('PUT', `/orders/${_id}/status`, {
    statusId: status._id,
    ...(isSent && { trackingNumber: '1Z 999 AA1 0123 4567 84' }),
  });
}

/** Hours between an order and its recorded changes. */
const HOURS_TO_CHANGE = { payment: 0.05, order: 20, refund: 44 };

/** Moves an order into the past with SQL, because the API has no call for it. */
async function moveBack(person: Person, { _id }: Order, days: number): Promise<void> {
  const placed = new Date(Date.now() - days * DAY_MS);
  const after = (hours: number) => new Date(placed.getTime() + hours * 3_600_000);
  await withProductDatabase(person.product, async (db) => {
    await db.updateTable('orders').set({ created_at: placed }).where('id', '=', _id).execute();
    await db
      .updateTable('orders')
      .set({ paid_at: after(HOURS_TO_CHANGE.payment) })
      .where('id', '=', _id)
      .where('paid_at', 'is not', null)
      .execute();
    await db
      .updateTable('order_refunds')
      .set({ created_at: after(HOURS_TO_CHANGE.refund) })
      .where('order_id', '=', _id)
      .execute();
    for (const [what, hours] of Object.entries(HOURS_TO_CHANGE)) {
      await db
        .updateTable('order_changes')
        .set({ changed_at: after(hours) })
        .where('order_id', '=', _id)
        .where('what', '=', what)
        .execute();
    }
  });
}
