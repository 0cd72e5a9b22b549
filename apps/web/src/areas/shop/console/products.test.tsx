/** The partner's product list with its form. `items/items.test.ts` of the server has the rules, also for HEIC pictures. */
import { screen, waitFor, within } from '@testing-library/react';
import { uploadFiles } from '@vitrine/contract/files.endpoints';
import type { Item } from '@vitrine/contract/items';
import { createItem, deleteItems, editItem, listItems } from '@vitrine/contract/items.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { anItem, WANDA } from '../../../testing/shop.ts';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const ADMIN = { ...WANDA, role: 'admin' } as const;
const KEY = '00000000-0000-7000-8000-00000000f001';

async function openProducts(...items: Item[]) {
  signIn(ADMIN);
  const api = signedInApi(ADMIN)
    .on(listItems, () => ({ result: items.map((item) => ({ ...item })) }))
    .on(uploadFiles, ({ body }) => {
      const file = (body as FormData).get('file') as File;
      const { name, type: mimetype } = file;
      const location = `/api/uploads?key=${KEY}`;
      return {
        result: [{ key: KEY, originalname: name, mimetype, location, size: 1, filename: name, metadata: { mimetype, fileName: name } }],
      };
    })
    .on(createItem, ({ body }) => {
      items.push(anItem(items.length + 1, { ...(body as Item) }));
      return { result: items.at(-1) };
    })
    .on(editItem, ({ body, params }) => {
      const item = items.find(({ _id }) => _id === params['id']);
      return { result: Object.assign(item ?? {}, body) as Item };
    })
    .on(deleteItems, ({ body }) => {
      items.splice(0, items.length, ...items.filter(({ _id }) => !(body as { itemIds: string[] }).itemIds.includes(_id)));
      return {};
    });
  const app = await renderApp('/admin/productList', api);
  const field = (name: string) => screen.getByLabelText(name, { exact: false });
  const fill = async (name: string, text: string) => {
    await app.user.clear(field(name));
    await app.user.type(field(name), text);
  };
  const choosePicture = async (file: File) => {
    const input = await screen.findByLabelText<HTMLInputElement>('Choose an image');
    input.removeAttribute('accept');
    await app.user.upload(input, file);
  };
  return { ...app, api, field, fill, choosePicture };
}

const row = (name: string) => screen.findByRole('rowheader', { name }).then((header) => header.closest('tr') as HTMLElement);

it('explains missing fields and files that are no picture, and adds a product with its tax', async () => {
  const { user, api, field, fill, choosePicture } = await openProducts();
  expect(await screen.findByText('No data available')).toBeVisible();
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  for (const name of ['Name', 'Price', 'Weight']) expect(await screen.findByText(`${name} should not be empty.`)).toBeVisible();
  expect(screen.getByText('Picture should be uploaded.')).toBeVisible();
  await choosePicture(new File(['film'], 'film.mp4', { type: 'video/mp4' }));
  expect(await screen.findByText('Only image can be uploaded')).toBeVisible();
  expect(api.requestsTo(uploadFiles)).toEqual([]);
  await choosePicture(new File(['photo'], 'frame.png', { type: 'image/png' }));
  expect(await screen.findByRole('img', { name: 'Product picture' })).toBeVisible();
  await fill('Name', 'Oak frame');
  await fill('Price ($)', '10');
  await fill('Weight (g)', '400');
  await user.click(screen.getByRole('switch', { name: 'Sales tax' }));
  await fill('Tax (%)', '8.25');
  expect(await screen.findByText('$0.83')).toBeVisible();
  await user.click(save);
  expect(await row('Oak frame')).toHaveTextContent('$10.00');
  expect(screen.getByText('Product added.')).toBeVisible();
  expect(field('Name')).toHaveValue('');
  expect(api.requestsTo(createItem)[0]?.body).toMatchObject({
    price: 10,
    weight: 400,
    picture: { key: KEY },
    salesTax: { isApplicable: true, taxPercentage: 8.25 },
  });
});

it('edits a product with the focus in the form, and asks before unsaved changes are lost', async () => {
  const { user, field, fill } = await openProducts(
    anItem(1, { picture: { key: KEY }, salesTax: { isApplicable: true, taxPercentage: 8.25 } }),
  );
  await user.click(await screen.findByRole('button', { name: 'Edit Oak frame' }));
  await waitFor(() => expect(field('Name')).toHaveFocus());
  expect(field('Length (cm)')).toHaveValue('2.5');
  expect(field('Tax (%)')).toHaveValue('8.25');
  await fill('Price ($)', '1,234');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText(/can mean \$1,234\.00 or \$1\.23/)).toBeVisible();
  await fill('Price ($)', '12.5');
  for (const leave of [screen.getByRole('link', { name: 'Order Items' }), screen.getByRole('button', { name: 'Edit Oak frame' })]) {
    await user.click(leave);
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(field('Price ($)')).toHaveValue('12.5');
  }
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(async () => expect(await row('Oak frame')).toHaveTextContent('$12.50'));
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
});

it('states that a HEIC picture appears after saving', async () => {
  const { api, choosePicture } = await openProducts();
  await choosePicture(new File(['photo'], 'IMG_1.heic', { type: 'image/heic' }));
  expect(await screen.findByText(/A preview appears after you save the product\./)).toBeVisible();
  expect(api.requestsTo(uploadFiles)[0]?.query).toEqual({ fileType: 'convert' });
});

it('deletes a product only after confirmation', async () => {
  const { user, api } = await openProducts(anItem(1));
  await user.click(await screen.findByRole('button', { name: 'Delete Oak frame' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete “Oak frame”?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(await row('Oak frame')).toBeVisible();
  expect(api.requestsTo(deleteItems)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete Oak frame' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete product' }));
  expect(await screen.findByText('No data available')).toBeVisible();
});
