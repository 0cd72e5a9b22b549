/** The dialog that requests an album before an upload. `e2e/uploads.spec.ts` drops files on pages without an album. */
import { screen, waitFor, within } from '@testing-library/react';
import type { Album } from '@vitrine/contract/albums';
import { createAlbum, listAlbums, listSharedAlbums, readAlbum } from '@vitrine/contract/albums.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

it('requests the name of the first album when a user uploads without one', async () => {
  const albums: Album[] = [];
  const api = signedInApi()
    .on(listAlbums, () => ({ result: [...albums] }))
    .result(listSharedAlbums, [])
    .result(readAlbum, anAlbum())
    .on(createAlbum, ({ body }) => {
      albums.push(anAlbum({ name: (body as { name: string }).name }));
      return { result: albums[0] ?? expect.fail() };
    });
  signIn();
  const { user } = await renderApp('/main?dialog=upload', api);
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload media' }));
  expect(await dialog.findByText('You don’t have any albums yet. Create one to upload photos and videos.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Choose files' })).toBeDisabled();
  await user.type(dialog.getByLabelText(/^Album name/), 'First of ours');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  const choice = await dialog.findByRole('combobox', { name: 'Album' });
  await waitFor(() => expect(within(choice).getByRole('option', { selected: true })).toHaveTextContent('First of ours'));
  expect(dialog.getByRole('button', { name: 'Choose files' })).toBeEnabled();
});
