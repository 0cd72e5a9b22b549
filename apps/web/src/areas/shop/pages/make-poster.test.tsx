/** Buying a poster whose price changes before it is paid. `e2e/posters.spec.ts` pays a real order. */
import { screen, waitFor, within } from '@testing-library/react';
import { readMedia } from '@vitrine/contract/media.endpoints';
import { createOrder } from '@vitrine/contract/orders.endpoints';
import { readBankConfig } from '@vitrine/contract/payments.endpoints';
import { listCombinations, listMasterValues, readPosterPrice } from '@vitrine/contract/posters.endpoints';
import { listAddresses } from '@vitrine/contract/profile.endpoints';
import { createTestCard } from '@vitrine/contract/test-bank.endpoints';
import { expect, it } from 'vitest';
import { aPhoto } from '../../../testing/album-media.ts';
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

it('shows the new total and asks again when the price changed after Pay', async () => {
  signIn();
  const media = aPhoto('lake', 1, { width: 6000, height: 4000 });
  const price = { _id: idOf(20), price: 30 };
  const combination = { ...price, name: 'Poster', orientationId, sizeId, paperStockId, laminationId, version: '1' };
  const api = signedInApi()
    .result(readMedia, media)
    .result(listMasterValues, VALUES)
    .result(listCombinations, [combination as never])
    .result(readPosterPrice, price)
    .result(listAddresses, [ADDRESS])
    .result(readBankConfig, { bank: 'testBank', publishableKey: null })
    .result(createTestCard, { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2040 } })
    .refuse(createOrder, 'AMOUNT_DIFFERS');
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
  const { user } = await renderApp(`/main/media/makeposter?${search}`, api);
  /** Types a card and pays this total. `beforePay` runs when the form is complete. */
  const payFor = async (total: string, beforePay: () => void) => {
    const dialog = await screen.findByRole('dialog', { name: 'Payment' });
    const pay = await within(dialog).findByRole('button', { name: `Pay ${total}` });
    await user.type(within(dialog).getByLabelText(/^Card number/), '4242424242424242');
    await user.type(within(dialog).getByLabelText(/^Expiry/), '0440');
    await user.type(within(dialog).getByLabelText(/^CVC/), '123');
    beforePay();
    await user.click(pay);
  };
  const paidAmounts = () => api.requestsTo(createOrder).map(({ body }) => (body as { amount: number }).amount);
  await payFor('$35.00', () => {
    price.price = 42;
  });
  expect(await screen.findByText('The price has changed. Check the new total, then pay again.')).toBeVisible();
  await payFor('$47.00', () => undefined);
  await waitFor(() => expect(paidAmounts()).toEqual([35, 47]));
});
