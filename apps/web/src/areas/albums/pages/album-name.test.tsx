import { screen, within } from '@testing-library/react';
import { editAlbum, listAlbums, readAlbum } from '@vitrine/contract/albums.endpoints';
import { listFavouriteIds, readMediaLayout } from '@vitrine/contract/media.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const album = anAlbum();
const api = () =>
  signedInApi()
    .result(listAlbums, [album])
    .result(readAlbum, album)
    .result(readMediaLayout, { count: 0, ratios: '' })
    .result(listFavouriteIds, []);

async function openForm(address: string, name: 'Create album' | 'Rename album', fakeApi = api()) {
  signIn();
  const { user } = await renderApp(address, fakeApi);
  const form = within(await screen.findByRole('dialog', { name }));
  return { user, form, field: form.getByLabelText(/^Album name/) };
}

it.each([
  ['/main?dialog=create', 'x', 'Too Short!'],
  ['/main?dialog=create', 'x'.repeat(31), 'Should not exceed 30 characters!'],
  ['/main?dialog=create', '!!!', 'Please enter valid name'],
  ['/main?dialog=create', '', 'Enter a valid album name'],
  [`/main/media?albumId=${album._id}&dialog=create`, 'x'.repeat(31), 'Too Long!'],
  [`/main/media?albumId=${album._id}&dialog=create`, '', 'Album name is required'],
])('at %s rejects the name “%s” with “%s”', async (address, name, message) => {
  const { user, form, field } = await openForm(address, 'Create album');
  if (name !== '') await user.type(field, name);
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await form.findByRole('alert')).toHaveTextContent(message);
});

it('requires a name when the field is left empty', async () => {
  const { user, form, field } = await openForm('/main?dialog=create', 'Create album');
  await user.type(field, 'x');
  await user.clear(field);
  await user.tab();
  expect(await form.findByRole('alert')).toHaveTextContent('Name is required');
});

it('shows an error when the album to rename was deleted', async () => {
  const address = `/main?dialog=rename&target=${album._id}`;
  const { user, form, field } = await openForm(address, 'Rename album', api().refuse(editAlbum, 'NOT_FOUND'));
  await user.clear(field);
  await user.type(field, 'Too late');
  await user.click(form.getByRole('button', { name: 'Rename' }));
  expect(await form.findByRole('alert')).toHaveTextContent('You are not authorized to rename the album');
});
