/** Albums, details and lists of playlists, and what support staff may do with them. `e2e/playlists.spec.ts` creates a real playlist and drags its albums. */
import { screen, waitFor, within } from '@testing-library/react';
import { createAlbum, listAlbums, searchAlbums } from '@vitrine/contract/albums.endpoints';
import type { Playlist, PlaylistAlbum } from '@vitrine/contract/playlists';
import {
  addPlaylistAlbums,
  createPlaylist,
  editPlaylist,
  listPlaylistItems,
  listPlaylists,
  readPlaylist,
  removePlaylistAlbum,
  searchPlaylists,
} from '@vitrine/contract/playlists.endpoints';
import { listPublishes } from '@vitrine/contract/publishing.endpoints';
import { expect, it, onTestFinished } from 'vitest';
import { aPlaylist } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const albumId = (index: number) => `00000000-0000-7000-8000-0000000b000${index}`;
const entry = (name: string, index: number): PlaylistAlbum => ({
  albumId: { _id: albumId(index), name, thumbnail: null },
  duration: 0,
  sequence: index + 1,
  itemCount: 1,
  sizeBytes: 1,
  durationMs: 6000,
});
const ALBUMS = ['Summer', 'Garden', 'Alps'];
const ITEM = {
  id: 'i1',
  mediaId: 'm1',
  albumId: albumId(2),
  zone: 'main' as const,
  kind: 'image' as const,
  name: 'Alps',
  key: '00000000-0000-7000-8000-0000000b0100',
  url: '/k',
  durationMs: 6000,
  valid: null,
};

async function openPlaylist(path: string, values: Partial<Playlist> = {}) {
  signIn();
  const playlist = aPlaylist({ albumArr: ALBUMS.map(entry), itemCount: 3, durationMs: 18_000, ...values });
  const albums = [...ALBUMS, 'Market'].map((name, index) => anAlbum({ name, _id: albumId(index) }));
  const api = signedInApi()
    .on(readPlaylist, () => ({ result: { ...playlist } }))
    .on(listPlaylists, () => ({ result: [{ ...playlist }] }))
    .result(listPlaylistItems, [ITEM])
    .result(listPublishes, [])
    .on(listAlbums, () => ({ result: [...albums] }))
    .on(searchAlbums, ({ query }) => ({ result: albums.filter(({ name }) => name.toLowerCase().includes(query['string'] ?? '')) }))
    .on(createAlbum, ({ body }) => {
      const created = anAlbum({ name: (body as { name: string }).name, _id: albumId(9) });
      albums.push(created);
      return { result: created };
    });
  const app = await renderApp(path.replace('ID', playlist._id), api);
  const choose = async (name: string, item: RegExp | string, role: 'menuitem' | 'menuitemradio' = 'menuitem') => {
    await app.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await app.user.click(await screen.findByRole(role, { name: item }));
  };
  return { ...app, api, playlist, choose };
}

const entryNames = async () => {
  const table = within(await screen.findByRole('table', { name: 'Albums in this playlist' }));
  return table.getAllByRole('link').map(({ textContent }) => textContent);
};

it('sets the duration of an album’s photos, moves an album up and removes it', async () => {
  const { api, playlist, choose } = await openPlaylist('/main/playlistpreview?playlistId=ID');
  api
    .on(editPlaylist, ({ body }) => {
      const change = body as { albumId?: string; duration?: number; albumArr?: { albumId: string }[] };
      const find = (id: string | undefined) => playlist.albumArr.find((one) => one.albumId._id === id) as PlaylistAlbum;
      if (change.albumArr) playlist.albumArr = change.albumArr.map((one) => find(one.albumId));
      else
        playlist.albumArr = playlist.albumArr.map((one) =>
          one.albumId._id === change.albumId ? { ...one, duration: change.duration ?? 0 } : one,
        );
      return { result: playlist, message: 'Time Duration change to 8 second' };
    })
    .on(removePlaylistAlbum, ({ body }) => {
      playlist.albumArr = playlist.albumArr.filter((one) => one.albumId._id !== (body as { albumId: string }).albumId);
      return { result: playlist };
    });
  expect(await entryNames()).toEqual(ALBUMS);
  await choose('Summer', '8 seconds', 'menuitemradio');
  expect((await screen.findAllByText('Time Duration change to 8 second'))[0]).toBeVisible();
  await waitFor(() => expect(screen.getByRole('row', { name: /Summer/ })).toHaveTextContent('8 s'));
  await choose('Alps', 'Move up');
  await waitFor(async () => expect(await entryNames()).toEqual(['Summer', 'Alps', 'Garden']));
  await choose('Alps', 'Remove from playlist');
  await waitFor(async () => expect(await entryNames()).toEqual(['Summer', 'Garden']));
});

it('adds albums that a search finds, never twice, and selects an album that was created on the page', async () => {
  const { user, api, playlist, router } = await openPlaylist('/main/playlist/addalbum?playlistId=ID');
  api.result(addPlaylistAlbums, playlist);
  expect(await screen.findByRole('checkbox', { name: /Alps\s*Already in this playlist/ })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Create new album' }));
  await user.type(screen.getByLabelText(/^Album name/), 'Made on the way{Enter}');
  const made = await screen.findByRole('checkbox', { name: /Made on the way/ });
  expect(made).toBeChecked();
  expect(screen.getByText('to Evenings · 1 album selected')).toBeVisible();
  await user.click(made);
  await user.type(screen.getByRole('searchbox', { name: 'Search albums' }), 'mark');
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1));
  await user.click(screen.getByRole('checkbox', { name: /Market/ }));
  await user.click(screen.getByRole('button', { name: 'Add album' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/main/playlistpreview'));
  expect(api.requestsTo(addPlaylistAlbums)[0]?.body).toEqual({ albumArr: [{ albumId: albumId(3), duration: 0, sequence: 4 }] });
});

it('shows the details of a playlist, and changes its name and thumbnail', async () => {
  const { user, api, playlist } = await openPlaylist('/main/playlist?details=ID');
  api.on(editPlaylist, ({ body }) => {
    const { thumbnail, ...words } = body as { thumbnail?: { key: string } };
    Object.assign(playlist, words, thumbnail && { thumbnail: { key: thumbnail.key, thumbhash: null, isChosen: true } });
    return { result: playlist, message: thumbnail ? 'Thumbnail updated successfully' : 'Playlist updated.' };
  });
  const panel = await screen.findByRole('dialog', { name: 'Playlist details' });
  await waitFor(() => expect(panel).toHaveTextContent('Not published to any device yet.'));
  expect(panel).toHaveTextContent('Items3');
  expect(panel).toHaveTextContent('Duration0:18');
  const name = within(panel).getByLabelText(/^Name/);
  await user.clear(name);
  await user.click(name);
  await user.paste('x'.repeat(31));
  await waitFor(() => expect(name).toHaveAccessibleDescription('Should not exceed 30 characters'));
  await user.clear(name);
  await user.type(name, 'Late evenings');
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Playlist updated.')).toBeVisible();
  await user.click(within(panel).getByRole('button', { name: 'Choose thumbnail' }));
  await user.click(await screen.findByRole('radio', { name: 'Alps' }));
  await user.click(screen.getByRole('button', { name: 'Use as thumbnail' }));
  expect(await screen.findByText('Thumbnail updated successfully')).toBeVisible();
  expect(await within(panel).findByRole('button', { name: 'Use album covers' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('link', { name: 'Late evenings' })).toBeVisible();
});

it('requires a longer name of a new playlist, and opens the created playlist', async () => {
  const { user, api, playlist, router } = await openPlaylist('/main/playlist');
  api.result(createPlaylist, playlist);
  await user.click(await screen.findByRole('button', { name: 'Create playlist' }));
  const name = await screen.findByLabelText(/^Playlist name/);
  await user.type(name, 'E{Enter}');
  await waitFor(() => expect(name).toHaveAccessibleDescription('Too Short!'));
  await user.type(name, 'venings{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/main/playlistpreview'));
  expect(router.state.location.search).toMatchObject({ playlistId: playlist._id });
});

it('keeps the list view and its order, and states that a search found nothing', async () => {
  onTestFinished(() => localStorage.clear());
  const { user, api, router } = await openPlaylist('/main/playlist');
  api.result(searchPlaylists, []);
  await user.click(await screen.findByRole('button', { name: 'List' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/main/playlist/list'));
  await user.click(screen.getByRole('button', { name: /change sort order/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Name A–Z' }));
  await waitFor(() => expect(api.requestsTo(listPlaylists).at(-1)?.query).toMatchObject({ sort: 'az' }));
  await router.navigate({ to: '/main/playlist' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/main/playlist/list'));
  await user.type(await screen.findByRole('searchbox', { name: 'Search playlists' }), 'nothing such');
  expect(await screen.findByText('No playlists match “nothing such”')).toBeVisible();
});

const NO_ABILITIES = { edit: false, delete: false, publish: false };
const EDITS = ['Edit playlist', 'Publish', 'Add Album', 'Reorder', 'Actions for Summer', 'Choose thumbnail'];
const queryControl = (name: string) =>
  screen.queryByRole('button', { name, hidden: true }) ?? screen.queryByRole('link', { name, hidden: true });

it.each([
  [true, { edit: true, delete: true, publish: true }],
  [false, NO_ABILITIES],
])('offers changes of a playlist: %s', async (isOffered, abilities) => {
  await openPlaylist('/main/playlistpreview?playlistId=ID&details=ID'.replaceAll('ID', aPlaylist()._id), { abilities });
  const panel = within(await screen.findByRole('dialog', { name: 'Playlist details' }));
  expect(await panel.findByText('Owner')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Preview of Evenings', hidden: true })).toBeInTheDocument());
  for (const name of EDITS) expect(queryControl(name) !== null, name).toBe(isOffered);
  expect(panel.queryByLabelText(/^Name/) !== null).toBe(isOffered);
});

it.each(['edit', 'publish'])('does not open the dialog of the address without the permission: %s', async (dialog) => {
  await openPlaylist(`/main/playlistpreview?playlistId=ID&dialog=${dialog}`, { abilities: NO_ABILITIES });
  expect(await screen.findByRole('region', { name: 'Preview of Evenings' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each(['addalbum', 'albumsequence', 'layout'])('redirects from %s without the permission to edit', async (page) => {
  const { router } = await openPlaylist(`/main/playlist/${page}?playlistId=ID`, { abilities: NO_ABILITIES });
  await waitFor(() => expect(router.state.location.pathname).toBe('/main/playlistpreview'));
});

it('offers Open and View Details alone in the list without the permission to delete', async () => {
  const { user } = await openPlaylist('/main/playlist', { abilities: NO_ABILITIES });
  await user.click(await screen.findByRole('button', { name: 'Actions for Evenings' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Open', 'View Details']);
});
