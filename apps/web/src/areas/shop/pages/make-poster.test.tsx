/** Selecting, cropping and buying a poster. `e2e/posters.spec.ts` pays a real order. */
import { screen, waitFor, within } from '@testing-library/react';
import { readMedia } from '@vitrine/contract/media.endpoints';
import { createOrder, readOrder } from '@vitrine/contract/orders.endpoints';
import { createIntent, readBankConfig, reportPayment } from '@vitrine/contract/payments.endpoints';
import { listCombinations, listMasterValues, readPosterPrice } from '@vitrine/contract/posters.endpoints';
import { listAddresses } from '@vitrine/contract/profile.endpoints';
import { authenticateTestIntent, confirmTestIntent, createTestCard } from '@vitrine/contract/test-bank.endpoints';
import { expect, it } from 'vitest';
import { aPhoto } from '../../../testing/album-media.ts';
import { anOrder } from '../../../testing/orders.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const idOf = (index: number) => `00000000-0000-7000-8000-00000000a${String(index).padStart(3, '0')}`;
const value = (index: number, type: 'orientation' | 'size' | 'paperstock' | 'lamination' | 'shippingus', name: string) => ({
  _id: idOf(index),
  type,
  name,
  description: '',
  price: type === 'shippingus' ? 5 : null,
  version: '1',
});
const VALUES = [
  value(1, 'orientation', 'Landscape'),
  value(2, 'size', '24 x 36 in'),
  value(3, 'paperstock', 'Matte'),
  value(4, 'lamination', 'None'),
  value(5, 'shippingus', 'US'),
];
const [orientationId, sizeId, paperStockId, laminationId] = VALUES.map(({ _id, name }) => ({ _id, name }));
const ADDRESS = { _id: idOf(9), street: '1 Main St', city: 'Austin', state: 'Texas', zipcode: '78701', country: 'US' } as const;

const printArea = () => screen.findByRole('button', { name: 'Print area of harbour' });

it('shows the price and the print area of the chosen options, and moves the photo with the keyboard', async () => {
  signIn();
  const media = aPhoto('harbour', 1, { width: 1800, height: 1200 });
  const values = [
    value(1, 'orientation', 'Portrait'),
    value(2, 'size', '12 × 18 in'),
    value(3, 'paperstock', 'Satin'),
    value(4, 'lamination', 'Gloss film'),
    value(5, 'shippingus', 'US'),
    value(6, 'size', '24 × 36 in'),
  ];
  const combinations = [2, 6].map((size) => ({
    _id: idOf(20 + size),
    name: 'Poster',
    price: 25,
    version: '1',
    orientationId: { _id: idOf(1), name: 'Portrait' },
    sizeId: { _id: idOf(size), name: size === 2 ? '12 × 18 in' : '24 × 36 in' },
    paperStockId: { _id: idOf(3), name: 'Satin' },
    laminationId: { _id: idOf(4), name: 'Gloss film' },
  }));
  const api = signedInApi()
    .result(readMedia, media)
    .result(listMasterValues, values)
    .result(listCombinations, combinations)
    .result(readPosterPrice, { _id: idOf(22), price: 25 });
  const { user, router } = await renderApp(`/main/media/makeposter?mediaId=${media._id}&albumId=${media.albumId}`, api);
  const buy = await screen.findByRole('button', { name: 'BUY' });
  expect(buy).toBeDisabled();
  expect(screen.getByText('Please select all the fields!')).toBeVisible();
  const choose = async (label: string, option: string) => {
    const field = screen.getByLabelText(label);
    await within(field).findByRole('option', { name: option });
    await user.selectOptions(field, option);
  };
  await choose('Orientation', 'Portrait');
  await choose('Size', '12 × 18 in');
  await choose('Paper stock', 'Satin');
  await choose('Lamination', 'Gloss film');
  await choose('Shipping location', 'US');
  await choose('Quantity', '2');
  expect(await screen.findByText('$55.00')).toBeVisible();
  await waitFor(() => expect(buy).toBeEnabled());
  (await printArea()).focus();
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() => expect(router.state.location.search).toHaveProperty('at', expect.stringMatching(/^0\.\d+,0\.5$/)));
  // The photo moved to the right, so its left edge is nearer.
  expect(Number.parseFloat((router.state.location.search as { at: string }).at)).toBeLessThan(0.5);
  await user.click(screen.getByText('Wall'));
  expect(await screen.findByText('harbour to scale: 30 × 46 cm, next to a chair 82 cm high.')).toBeVisible();
  await choose('Size', '24 × 36 in');
  expect(await screen.findByText(/^At this size, the photo has only 33 pixels per inch/)).toBeVisible();
});

/** Opens the payment of a poster for $35.00. */
async function openPayment(price = { _id: idOf(20), price: 30 }) {
  signIn();
  const media = aPhoto('lake', 1, { width: 6000, height: 4000 });
  const combination = { ...price, name: 'Poster', orientationId, sizeId, paperStockId, laminationId, version: '1' };
  const api = signedInApi()
    .result(readMedia, media)
    .result(listMasterValues, VALUES)
    .result(listCombinations, [combination as never])
    .result(readPosterPrice, price)
    .result(listAddresses, [ADDRESS])
    .result(readBankConfig, { bank: 'testBank', publishableKey: null })
    .result(createTestCard, { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2040 } });
  const search = new URLSearchParams({
    mediaId: media._id,
    albumId: media.albumId,
    orientationId: idOf(1),
    sizeId: idOf(2),
    paperStockId: idOf(3),
    laminationId: idOf(4),
    shippingIn: idOf(5),
    dialog: 'pay',
    target: ADDRESS._id,
  });
  const app = await renderApp(`/main/media/makeposter?${search}`, api);
  /** Types a card and pays this total. `beforePay` runs when the form is complete. */
  const payFor = async (total: string, beforePay: () => void = () => undefined) => {
    const dialog = await screen.findByRole('dialog', { name: 'Payment' });
    const pay = await within(dialog).findByRole('button', { name: `Pay ${total}` });
    await app.user.type(within(dialog).getByLabelText(/^Card number/), '4242424242424242');
    await app.user.type(within(dialog).getByLabelText(/^Expiry/), '0440');
    await app.user.type(within(dialog).getByLabelText(/^CVC/), '123');
    beforePay();
    await app.user.click(pay);
  };
  return { ...app, api, payFor };
}

it('shows the new total and asks again when the price changed after Pay', async () => {
  const price = { _id: idOf(20), price: 30 };
  const { api, payFor } = await openPayment(price);
  api.refuse(createOrder, 'AMOUNT_DIFFERS');
  const paidAmounts = () => api.requestsTo(createOrder).map(({ body }) => (body as { amount: number }).amount);
  await payFor('$35.00', () => {
    price.price = 42;
  });
  expect(await screen.findByText('The price has changed. Check the new total, then pay again.')).toBeVisible();
  await payFor('$47.00');
  await waitFor(() => expect(paidAmounts()).toEqual([35, 47]));
});

it('leads to the confirmation when another tab already paid the order, and charges nothing', async () => {
  const { api, payFor, router } = await openPayment();
  const order = anOrder();
  api.result(createOrder, order).result(readOrder, [order]).refuse(createIntent, 'PAYMENT_NOT_OPEN');
  await payFor('$35.00');
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  expect(router.state.location.search).toMatchObject({ orderId: order._id });
  expect(api.requestsTo(confirmTestIntent)).toEqual([]);
});

it('states that a confirmation was declined, and confirms the same order on the second attempt', async () => {
  const { api, payFor, user } = await openPayment();
  const order = anOrder();
  const intent = { id: 'pi_1', amount: 3500, currency: 'usd', last_payment_error: null };
  const reported = { orderId: order._id, orderType: 'poster', paymentEvent: 'paymentpending' } as const;
  api
    .result(createOrder, order)
    .result(readOrder, [order])
    .result(createIntent, { id: 'pi_1', client_secret_key: 'secret' })
    .result(confirmTestIntent, { ...intent, status: 'requires_action' })
    .result(authenticateTestIntent, { ...intent, status: 'requires_payment_method' })
    .result(reportPayment, { ...reported, intentStatus: 'requires_payment_method' });
  await payFor('$35.00');
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^\* ./);
  await user.click(screen.getByRole('button', { name: 'Pay $35.00' }));
  api.result(reportPayment, { ...reported, paymentEvent: 'paymentsuccess', intentStatus: 'succeeded' });
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  const requestIds = api.requestsTo(createOrder).map(({ body }) => (body as { requestId: string }).requestId);
  expect(requestIds).toHaveLength(2);
  expect(new Set(requestIds).size).toBe(1);
});
