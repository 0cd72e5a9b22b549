/** States of the pages of albums, sharing and the bin. Refusals are tested on the server; `e2e/albums.spec.ts` shares and deletes real albums. */
import { screen, waitFor, within } from '@testing-library/react';
import { listAlbumLinks } from '@vitrine/contract/album-links.endpoints';
import type { AlbumMember } from '@vitrine/contract/albums';
import {
  countAlbums,
  deleteAlbum,
  listAlbums,
  listSharedAlbums,
  readAlbum,
  searchAlbums,
  searchMedia,
} from '@vitrine/contract/albums.endpoints';
import { readBin, restoreBinned } from '@vitrine/contract/bin.endpoints';
import { searchEmails, shareAlbum, unshareAlbum } from '@vitrine/contract/sharing.endpoints';
import { expect, it } from 'vitest';
import { aPhoto } from '../../../testing/album-media.ts';
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

/** Ben, who accepted the invitation to an album. */
const aMember = (permission: AlbumMember['permission']): AlbumMember => ({
  userId: '00000000-0000-7000-8000-0000000000a2',
  name: 'Ben Okoro',
  userEmail: 'ben@example.com',
  role: 'user',
  permission,
  profilePicture: null,
  accepted: true,
});

const cards = () => screen.findByRole('list', { name: 'Albums' });

it('shares an album by keyboard with a suggested person, and returns the focus', async () => {
  signIn();
  const album = anAlbum();
  const ben = 'ben@example.com';
  const api = signedInApi()
    .on(listAlbums, () => ({ result: [{ ...album }] }))
    .on(readAlbum, () => ({ result: { ...album } }))
    .result(listAlbumLinks, [])
    .on(searchEmails, ({ params }) => ({ result: decodeURIComponent(params['text'] ?? '') === ben ? [{ _id: ANA._id, email: ben }] : [] }))
    .on(shareAlbum, ({ body }) => {
      const [added] = (body as { emailArr: { permission: AlbumMember['permission'] }[] }).emailArr;
      album.sharedWith = added ? [aMember(added.permission)] : [];
      return { result: album, message: 'Sharing updated.' };
    });
  const { user } = await renderApp('/main', api);
  const menu = await screen.findByRole('button', { name: 'Actions for Summer' });
  const openDialog = async () => {
    menu.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getAllByRole('menuitem')[0]).toHaveFocus());
    await user.keyboard('Sh');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Share' })).toHaveFocus());
    await user.keyboard('{Enter}');
    return within(await screen.findByRole('dialog', { name: 'Share “Summer”' }));
  };
  const dialog = await openDialog();
  const tabTo = async (name: string | RegExp, role: 'button' | 'combobox' = 'button') => {
    const target = await dialog.findByRole(role, { name });
    for (let tabs = 0; tabs < 30 && document.activeElement !== target; tabs++) await user.tab();
    expect(target).toHaveFocus();
  };
  await tabTo(/^Add people by email/, 'combobox');
  await user.keyboard('ben');
  await waitFor(() => expect(api.requestsTo(searchEmails)).not.toEqual([]));
  expect(screen.queryByRole('option', { name: /@/ })).toBeNull();
  await user.keyboard('@example.com');
  expect(await screen.findByRole('option', { name: ben })).toBeVisible();
  await user.keyboard('{ArrowDown}{Enter}');
  await user.selectOptions(await dialog.findByLabelText(`Permission for ${ben}`), 'can edit');
  await tabTo('Share');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Sharing updated.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requestsTo(shareAlbum)[0]?.body).toMatchObject({ emailArr: [{ email: ben, permission: 'write' }] });
  expect(menu).toHaveFocus();
  const second = await openDialog();
  const remove = await second.findByRole('button', { name: 'Remove Ben Okoro' });
  remove.focus();
  await user.keyboard('{Enter}');
  await user.click(second.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(api.requestsTo(shareAlbum)).toHaveLength(2));
  expect(api.requestsTo(shareAlbum)[1]?.body).toMatchObject({ userRemoveId: [aMember('write').userId] });
});

it('shows who sees an album in its details', async () => {
  signIn();
  const album = anAlbum({ sharedWith: [aMember('write')] });
  const api = signedInApi().result(listAlbums, [album]).result(readAlbum, album);
  await renderApp(`/main?details=${album._id}`, api);
  const details = within(await screen.findByRole('dialog', { name: 'Album details' }));
  expect(await details.findByText('Ben Okoro')).toBeVisible();
  expect(details.getByText('Group Member, can edit')).toBeVisible();
  expect(details.getByText('Owner')).toBeVisible();
});

it('leaves a shared album after confirmation', async () => {
  signIn();
  const albums = [anAlbum({ abilities: { addMedia: false, rename: false, delete: false, share: false, arrange: false, leave: true } })];
  const api = signedInApi()
    .result(listAlbums, [])
    .on(listSharedAlbums, () => ({ result: [...albums] }))
    .refuse(readAlbum, 'NOT_FOUND')
    .on(unshareAlbum, () => {
      albums.length = 0;
      return {};
    });
  const { user } = await renderApp('/main?shared=true', api);
  await user.click(await screen.findByRole('button', { name: 'Actions for Summer' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove album' }));
  expect(await screen.findByText('No shared album available')).toBeVisible();
});

it('finds albums and photos by name', async () => {
  signIn();
  const albums = ['Numbered 07', 'Numbered 08'].map((name, index) => anAlbum({ name, _id: `00000000-0000-7000-8000-0000000c000${index}` }));
  const api = signedInApi()
    .result(listAlbums, albums)
    .on(searchAlbums, ({ query }) => ({ result: albums.filter(({ name }) => name.toLowerCase().includes(query['string'] ?? '')) }))
    .on(searchMedia, ({ query }) => ({ result: query['string'] === 'rose' ? [aPhoto('rose', 0)] : [] }));
  const { user } = await renderApp('/main', api);
  const search = await screen.findByRole('searchbox', { name: 'Search albums and media' });
  await user.type(search, 'numbered 07');
  await waitFor(async () => expect(within(await cards()).getAllByRole('heading')).toHaveLength(1));
  expect(within(await cards()).getByRole('heading', { name: 'Numbered 07' })).toBeVisible();
  await user.clear(search);
  await user.type(search, 'rose');
  expect(await within(await screen.findByRole('list', { name: 'Photos and videos' })).findByRole('link', { name: 'rose' })).toBeVisible();
});

it('restores a deleted album with Undo', async () => {
  signIn();
  const albums = [anAlbum()];
  const api = signedInApi()
    .on(listAlbums, () => ({ result: [...albums] }))
    .refuse(readAlbum, 'NOT_FOUND')
    .on(deleteAlbum, () => {
      albums.length = 0;
      return { message: 'Album deleted.' };
    })
    .on(restoreBinned, () => {
      albums.push(anAlbum());
      return {};
    });
  const { user } = await renderApp('/main', api);
  await user.click(await screen.findByRole('button', { name: 'Actions for Summer' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete “Summer”?' });
  await user.click(within(question).getByRole('button', { name: 'Delete album' }));
  expect(await screen.findByText('Album deleted.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for Summer' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Actions for Summer' })).toBeVisible();
  expect(api.requestsTo(restoreBinned)[0]?.body).toMatchObject({ albumIdArr: [anAlbum()._id] });
});
