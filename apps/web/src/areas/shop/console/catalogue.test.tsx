/** The console's forms of poster prices, poster properties and order statuses. `posters/values.test.ts` of the server has their rules. */
import { screen, waitFor, within } from '@testing-library/react';
import type { MasterValue, PosterCombination, StatusValue } from '@vitrine/contract/posters';
import {
  createMasterValue,
  deleteCombination,
  deleteMasterValue,
  editCombination,
  listCombinations,
  listMasterValues,
} from '@vitrine/contract/posters.endpoints';
import { expect, it } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const idOf = (index: number) => `00000000-0000-7000-8000-00000000b${String(index).padStart(3, '0')}`;
const value = (index: number, type: MasterValue['type'], name: string): MasterValue => ({
  _id: idOf(index),
  type,
  name,
  description: '',
  price: null,
  version: '1',
});
const VALUES = [
  value(1, 'orientation', 'Portrait'),
  value(2, 'size', '12 × 18 in'),
  value(3, 'paperstock', 'Satin'),
  value(4, 'lamination', 'None'),
] as const;
const [orientationId, sizeId, paperStockId, laminationId] = VALUES;
const SHIPPED: StatusValue = {
  _id: idOf(5),
  type: 'order',
  name: 'Shipped',
  color: '#2255aa',
  event: 'ordercreated',
  description: '',
  notifies: true,
  version: '1',
};

const row = (name: string | RegExp) => screen.findByRole('row', { name });

it('explains each missing field of a poster price, and changes and deletes one', async () => {
  signIn(ADMIN);
  const name = 'Portrait, 12 × 18 in, Satin, None';
  const combination: PosterCombination = { _id: idOf(9), name, orientationId, sizeId, paperStockId, laminationId, price: 20, version: '1' };
  const combinations = [combination];
  const api = signedInApi(ADMIN)
    .result(listMasterValues, [...VALUES])
    .on(listCombinations, () => ({ result: combinations.map((one) => ({ ...one })) }))
    .on(editCombination, ({ body }) => ({ result: Object.assign(combination, { price: (body as { price: number }).price }) }))
    .on(deleteCombination, () => {
      combinations.length = 0;
      return {};
    });
  const { user } = await renderApp('/admin/poster/combination', api);
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  for (const field of ['Name', 'Orientation', 'Size', 'Paper Stock', 'Price', 'Lamination'])
    expect(await screen.findByText(`${field} should not be empty.`)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }));
  const price = await screen.findByLabelText(/^Price in dollars/);
  await user.clear(price);
  await user.type(price, '21.50');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(async () => expect(await row(/Satin/)).toHaveTextContent('$21.50'));
  expect(api.requestsTo(editCombination)[0]?.body).toMatchObject({ price: 21.5, orientationId: idOf(1), version: '1' });
  await user.click(screen.getByRole('button', { name: `Delete ${name}` }));
  await user.click(await screen.findByRole('button', { name: 'Delete price' }));
  expect(await screen.findByText('No data available')).toBeVisible();
  expect(api.requestsTo(deleteCombination)[0]?.params).toEqual({ id: combination._id });
});

it('explains missing and used poster properties, and adds a way to ship', async () => {
  signIn(ADMIN);
  const values: MasterValue[] = [...VALUES];
  const api = signedInApi(ADMIN)
    .on(listMasterValues, () => ({ result: [...values] }))
    .refuse(deleteMasterValue, 'VALUE_IN_USE')
    .on(createMasterValue, ({ body }) => {
      values.push({ ...(body as MasterValue), _id: idOf(6), version: '1' });
      return { result: values.at(-1) };
    });
  const { user } = await renderApp('/admin/poster', api);
  expect(await screen.findByRole('heading', { name: /^Poster/, level: 1 })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  for (const field of ['Type', 'Name']) expect(await screen.findByText(`${field} should not be empty.`)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Delete Satin' }));
  await user.click(await screen.findByRole('button', { name: 'Delete property' }));
  expect(await screen.findByText('You can’t delete this because it’s in use.')).toBeVisible();
  expect(await row(/Satin/)).toBeVisible();
  expect(screen.queryByLabelText(/^Shipping charge in dollars/)).toBeNull();
  await user.selectOptions(screen.getByLabelText('Type'), 'Shipping US');
  await user.type(screen.getByLabelText(/^Name/), 'Express');
  await user.type(await screen.findByLabelText(/^Shipping charge in dollars/), '19.95');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await row(/Express/)).toHaveTextContent('$19.95');
  expect(api.requestsTo(createMasterValue)[0]?.body).toMatchObject({ type: 'shippingus', name: 'Express', price: 19.95 });
});

it('offers the events of a status’s type, explains what is missing, and keeps a used status', async () => {
  signIn(ADMIN);
  const statuses = [SHIPPED];
  const api = signedInApi(ADMIN)
    .on(listMasterValues, () => ({ result: [...statuses] }))
    .refuse(deleteMasterValue, 'VALUE_IN_USE')
    .on(createMasterValue, ({ body }) => {
      statuses.push({ ...SHIPPED, ...(body as StatusValue), _id: idOf(7) });
      return { result: statuses.at(-1) };
    });
  const { user } = await renderApp('/admin/orderstatus', api);
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  for (const field of ['Name', 'Color', 'Event', 'Type']) expect(await screen.findByText(`${field} should not be empty.`)).toBeVisible();
  await user.type(screen.getByLabelText(/^Name/), 'Laminated');
  await user.type(screen.getByLabelText('Color'), '#1d8a5b');
  await user.selectOptions(screen.getByLabelText('Type'), 'Payment');
  const events = () => within(screen.getByLabelText('Event')).getAllByRole('option');
  expect(events().map(({ textContent }) => textContent)).toEqual(['Choose an event', 'paymentpending', 'paymentsuccess', 'paymentfailed']);
  await user.selectOptions(screen.getByLabelText('Type'), 'Order');
  expect(events().map(({ textContent }) => textContent)).toEqual(['Choose an event', 'ordercreated']);
  await user.selectOptions(screen.getByLabelText('Event'), 'ordercreated');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await row(/Laminated/)).toHaveTextContent('#1d8a5b');
  await user.click(screen.getByRole('button', { name: 'Delete Shipped' }));
  await user.click(await screen.findByRole('button', { name: 'Delete status' }));
  expect(await screen.findByText('You can’t delete this because it’s in use.')).toBeVisible();
  expect(await row(/Shipped/)).toBeVisible();
});
