/** The cart, and its payment after prices or products changed. `e2e/shop.spec.ts` pays a real order. */
import { screen, waitFor, within } from '@testing-library/react';
import type { Item } from '@vitrine/contract/items';
import { listItems, quoteItems, readItem } from '@vitrine/contract/items.endpoints';
import { createOrder } from '@vitrine/contract/orders.endpoints';
import { readBankConfig } from '@vitrine/contract/payments.endpoints';
import { listAddresses } from '@vitrine/contract/profile.endpoints';
import { createTestCard } from '@vitrine/contract/test-bank.endpoints';
import { expect, it, onTestFinished } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { anItem, WANDA } from '../../../testing/shop.ts';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const ADDRESS = {
  _id: '00000000-0000-7000-8000-00000000ad01',
  street: '12 Long Lane',
  city: 'Portland',
  state: 'Oregon',
  zipcode: '97201',
  country: 'US',
} as const;

/** Quotes the prices of the items, with shipping of $9.95 in the US and $44.95 elsewhere. */
function shopApi(items: Item[]) {
  signIn(WANDA);
  onTestFinished(() => localStorage.clear());
  return signedInApi(WANDA)
    .on(listItems, () => ({ result: items.map((item) => ({ ...item })) }))
    .on(readItem, ({ params }) => ({ result: items.find(({ _id }) => _id === params['id']) }))
    .result(listAddresses, [ADDRESS])
    .result(readBankConfig, { bank: 'testBank', publishableKey: null })
    .result(createTestCard, { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2040 } })
    .on(quoteItems, ({ body }) => {
      const { items: asked, shippingCountry } = body as { items: { itemId: string; quantity: number }[]; shippingCountry: string };
      const lines = asked.map(({ itemId, quantity }) => {
        const price = items.find(({ _id }) => _id === itemId)?.price ?? 0;
        return { itemId, quantity, amount: price * 100 * quantity, tax: 0 };
      });
      const sum = lines.reduce((total, { amount }) => total + amount, 0);
      const shipping = shippingCountry === 'US' ? 995 : 4495;
      return { result: { lines, items: sum, shipping, tax: 0, total: sum + shipping } };
    });
}

const fillBasket = (...items: Item[]) =>
  localStorage.setItem(`basket:${WANDA._id}`, JSON.stringify(items.map(({ _id }) => ({ itemId: _id, quantity: 1 }))));
const amount = async (term: string) => (await screen.findByText(term, { selector: 'dt' })).nextElementSibling;

it('adds a product to the cart, and shows the totals of each shipping region after a reload', async () => {
  const oak = anItem(1);
  const api = shopApi([oak]);
  const { user, unmount } = await renderApp(`/main/shop/product?itemId=${oak._id}`, api);
  await user.click(await screen.findByRole('button', { name: 'Increase quantity of Oak frame' }));
  const quantity = within(screen.getByRole('group', { name: 'Quantity of Oak frame' })).getByRole('textbox');
  expect(quantity).toHaveValue('2');
  await user.clear(quantity);
  await user.type(quantity, '3');
  await user.click(screen.getByRole('button', { name: 'Add to cart' }));
  expect(await screen.findByText('3 in your cart.')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Cart (3)' })).toBeVisible();
  unmount();
  const basket = await renderApp('/main/shop/basket', api);
  await waitFor(async () => expect(await amount('Total')).toHaveTextContent('$39.95'));
  await basket.user.click(screen.getByRole('radio', { name: 'Alaska/Hawaii' }));
  await waitFor(async () => expect(await amount('Shipping')).toHaveTextContent('$44.95'));
  await basket.user.click(screen.getByRole('radio', { name: 'US' }));
  await waitFor(async () => expect(await amount('Total')).toHaveTextContent('$39.95'));
});

it('shows the new total after a price changed and after a product was deleted, and pays nothing before another click', async () => {
  const [stand, lamp] = [anItem(1, { name: 'Stand', price: 20 }), anItem(2, { name: 'Lamp', price: 30 })];
  const items = [stand, lamp];
  const api = shopApi(items).refuse(createOrder, 'AMOUNT_DIFFERS');
  fillBasket(stand, lamp);
  const { user } = await renderApp('/main/shop/checkout', api);
  const pay = async (total: string, beforePay: () => void) => {
    const button = await screen.findByRole('button', { name: `Pay Now ${total}` });
    await user.type(await screen.findByLabelText(/^Card number/), '4242424242424242');
    await user.type(screen.getByLabelText(/^Expiry/), '0440');
    await user.type(screen.getByLabelText(/^CVC/), '123');
    beforePay();
    await user.click(button);
  };
  await pay('$59.95', () => {
    stand.price = 25;
  });
  expect(await screen.findByText('The price has changed. Check the new total, then pay again.')).toBeVisible();
  await pay('$64.95', () => {
    items.pop();
    api.refuse(createOrder, 'ITEM_GONE');
  });
  expect((await screen.findAllByText(/^A product in your cart is no longer available\./))[0]).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Pay Now $34.95' })).toBeVisible();
  expect(api.requestsTo(createOrder).map(({ body }) => (body as { amount: number }).amount)).toEqual([59.95, 64.95]);
});

it('removes a product that is no longer sold from the cart', async () => {
  const [stand, lamp] = [anItem(1, { name: 'Stand' }), anItem(2, { name: 'Lamp' })];
  fillBasket(stand, lamp);
  const api = shopApi([stand]).refuse(readItem, 'NOT_FOUND');
  const { user, unmount } = await renderApp('/main/shop/basket', api);
  expect(await screen.findByText('No longer available')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove Unavailable product' }));
  await waitFor(() => expect(screen.queryByText('No longer available')).toBeNull());
  expect(screen.getByRole('link', { name: 'Stand' })).toBeVisible();
  unmount();
  await renderApp(`/main/shop/product?itemId=${lamp._id}`, api);
  expect(await screen.findByRole('heading', { name: 'This product is no longer available' })).toBeVisible();
});

it.each([
  ['/main/shop', 'No products yet'],
  ['/main/shop/basket', 'Your cart is empty'],
])('shows at %s that there is nothing', async (address, heading) => {
  await renderApp(address, shopApi([]));
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
});
