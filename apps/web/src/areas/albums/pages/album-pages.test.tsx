/** States of the pages of albums, sharing and the bin. Refusals are tested on the server; `e2e/albums.spec.ts` shares and deletes real albums. */
import { screen, waitFor, within } from '@testing-library/react';
import { listAlbumLinks } from '@vitrine/contract/album-links.endpoints';
import { countAlbums, listAlbums, readAlbum, searchAlbums, searchMedia } from '@vitrine/contract/albums.endpoints';
import { readBin, restoreBinned } from '@vitrine/contract/bin.endpoints';
import { searchEmails } from '@vitrine/contract/sharing.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

it('offers only the details of the default album', async () => {
  signIn();
  const album = anAlbum({
    name: 'My photos',
    albumType: 'default',
    abilities: { addMedia: true, rename: false, delete: false, share: false, arrange: true, leave: false },
  });
  const { user } = await renderApp('/main', signedInApi().result(listAlbums, [album]));
  await user.click(await screen.findByRole('button', { name: 'Actions for My photos' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['View details']);
});

it('shows the number of all albums, also of those that are not loaded yet', async () => {
  signIn();
  const page = Array.from({ length: 25 }, (_, index) =>
    anAlbum({ _id: `00000000-0000-7000-8000-0000000c${String(index).padStart(4, '0')}` }),
  );
  const api = signedInApi()
    .on(listAlbums, ({ query }) => (query['page'] === '1' ? { result: page } : new Promise(() => undefined)))
    .result(countAlbums, { count: 1234 });
  await renderApp('/main', api);
  expect(await screen.findByText('1,234')).toBeVisible();
});

it('refuses the own address, what is no address, and an address twice when an album is shared', async () => {
  signIn();
  const album = anAlbum();
  const api = signedInApi().result(listAlbums, [album]).result(readAlbum, album).result(listAlbumLinks, []).result(searchEmails, []);
  const { user } = await renderApp(`/main?dialog=share&target=${album._id}`, api);
  const field = await screen.findByLabelText(/^Add people by email/);
  const enter = async (text: string) => {
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
  };
  const alert = async () => within(await screen.findByRole('dialog')).findByRole('alert');
  await enter(ANA.email);
  expect(await alert()).toHaveTextContent('You cannot share with yourself');
  await enter('nonsense');
  await waitFor(async () => expect(await alert()).toHaveTextContent('nonsense is not a valid email address.'));
  for (let time = 0; time < 2; time++) await enter('cara@example.com');
  await waitFor(async () => expect(await alert()).toHaveTextContent('cara@example.com has already been added.'));
});

it('reports a failed search, and shows the list again once the search is empty', async () => {
  signIn();
  const api = signedInApi().result(listAlbums, [anAlbum()]).lose(searchAlbums).result(searchMedia, []);
  const { user } = await renderApp('/main', api);
  const search = await screen.findByRole('searchbox', { name: 'Search albums and media' });
  await user.type(search, 'anything');
  expect(await screen.findByText('Something went wrong. Try again later.')).toBeVisible();
  await user.clear(search);
  expect(await within(await screen.findByRole('list', { name: 'Albums' })).findByRole('heading', { name: 'Summer' })).toBeVisible();
});

it('restores playlists of the bin', async () => {
  signIn();
  const playlists = [{ _id: anAlbum()._id, name: 'Evenings', albumCount: 2, thumbnail: null, deletedAt: '2026-01-02T00:00:00.000Z' }];
  const api = signedInApi()
    .on(readBin, () => ({ result: { albums: [], playlists, medias: [] } }))
    .on(restoreBinned, () => {
      playlists.length = 0;
      return { message: 'Restored.' };
    });
  const { user } = await renderApp('/main/bin', api);
  expect(await screen.findByText('Playlist · 2 albums')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Restore Evenings' }));
  expect(await screen.findByText('Trash is empty')).toBeVisible();
  expect(api.requestsTo(restoreBinned)[0]?.body).toEqual({ playlistIdArr: [anAlbum()._id] });
});

it.each(['all', 'selected'])('restores albums of the bin: %s', async (which) => {
  signIn();
  const { _id, name } = anAlbum();
  const albums = [{ _id, name, mediaCount: 1, size: 1000, thumbnail: null, deletedAt: '2026-01-02T00:00:00.000Z' }];
  const api = signedInApi()
    .on(readBin, () => ({ result: { albums, playlists: [], medias: [] } }))
    .on(restoreBinned, () => {
      albums.length = 0;
      return {};
    });
  const { user } = await renderApp('/main/bin', api);
  if (which === 'all') {
    await user.click(await screen.findByRole('button', { name: 'Restore all' }));
  } else {
    await user.click(await screen.findByRole('checkbox', { name: 'Select Summer' }));
    expect(await screen.findByRole('toolbar', { name: 'Selection' })).toHaveTextContent('1 selected');
    await user.click(screen.getByRole('button', { name: 'Restore' }));
  }
  expect(await screen.findByText('Trash is empty')).toBeVisible();
  const [{ body } = { body: undefined }] = api.requestsTo(restoreBinned);
  expect(body).toMatchObject(which === 'all' ? { all: true } : { albumIdArr: [_id] });
});
