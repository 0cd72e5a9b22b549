/** An album that the signed-in person may only view. */
import { screen, waitFor, within } from '@testing-library/react';
import { listFavouriteIds, markFavourite } from '@vitrine/contract/media.endpoints';
import { expect, it } from 'vitest';
import { answerAlbum, aPhoto, giveLayout } from '../../../testing/album-media.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const READ_ONLY = { addMedia: false, rename: false, delete: false, share: false, arrange: false, leave: true };

it('offers favourites and downloads, and nothing that the server would refuse', async () => {
  giveLayout();
  signIn();
  const album = anAlbum({ abilities: READ_ONLY });
  const favourites: string[] = [];
  const media = ['one', 'two'].map((name, index) => aPhoto(name, index));
  const api = answerAlbum(signedInApi(), album, media)
    .on(listFavouriteIds, () => ({ result: favourites }))
    .on(markFavourite, () => ({}));
  const { user } = await renderApp(`/main/media?albumId=${album._id}&shared=true`, api);
  const tile = await screen.findByRole('button', { name: 'Open two' });
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add media' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(tile);
  const preview = await screen.findByRole('dialog', { name: 'two' });
  await user.click(within(preview).getByRole('button', { name: 'Favorite' }));
  await waitFor(() => expect(api.requestsTo(markFavourite)).toHaveLength(1));
  expect(within(preview).getByRole('button', { name: 'Download two' })).toBeVisible();
  const expectNoChanges = () => {
    for (const name of ['Rotate left', 'Rotate right', 'Delete two', 'Save']) {
      expect(within(preview).queryByRole('button', { name })).toBeNull();
    }
  };
  expectNoChanges();
  await user.keyboard(']{Delete}');
  expectNoChanges();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
