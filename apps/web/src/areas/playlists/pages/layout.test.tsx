/** The page that divides a screen into zones. The server's side is in `playlists/playlist-layout.test.ts`. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listAlbums, listSharedAlbums, listUserAlbums } from '@vitrine/contract/albums.endpoints';
import type { Playlist } from '@vitrine/contract/playlists';
import { listPlaylistItems, listPlaylists, readPlaylist, setPlaylistLayout } from '@vitrine/contract/playlists.endpoints';
import { expect, it } from 'vitest';
import { aPlaylist } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const summer = anAlbum({ _id: '00000000-0000-7000-8000-0000000000b1', name: 'Summer' });
const menu = anAlbum({ _id: '00000000-0000-7000-8000-0000000000b2', name: 'Menu' });
const news = anAlbum({ _id: '00000000-0000-7000-8000-0000000000b3', name: 'News' });

const entryOf = ({ _id, name, thumbnail }: typeof summer): Playlist['albumArr'][number] => ({
  albumId: { _id, name, thumbnail },
  duration: 0,
  sequence: 1,
  itemCount: 1,
  sizeBytes: 1,
  durationMs: 5000,
});
const playlistOfSummer = (values: Partial<Playlist> = {}) => aPlaylist({ albumArr: [entryOf(summer)], itemCount: 1, ...values });

async function openPage(playlist: Playlist) {
  signIn();
  const api = signedInApi()
    .result(readPlaylist, playlist)
    .result(listPlaylists, [playlist])
    .result(listPlaylistItems, [])
    .result(listAlbums, [summer, menu, news])
    .result(listUserAlbums, [summer, menu, news])
    .result(listSharedAlbums, []);
  const page = await renderApp(`/main/playlist/layout?playlistId=${playlist._id}`, api);
  await screen.findByRole('radio', { name: 'Whole screen' });
  return { api, playlist, ...page };
}

const chooseAlbum = async ({ user }: Awaited<ReturnType<typeof openPage>>, zone: string, album: string) => {
  await user.click(await screen.findByRole('button', { name: `Choose the album of “${zone}”` }));
  const dialog = await screen.findByRole('dialog', { name: `Album for “${zone}”` });
  await user.click(await within(dialog).findByRole('radio', { name: new RegExp(album) }));
  await user.click(within(dialog).getByRole('button', { name: 'Choose' }));
};

it('divides the screen, fills its zones with albums and saves them', async () => {
  const page = await openPage(playlistOfSummer());
  page.api.on(setPlaylistLayout, () => ({ result: page.playlist, message: 'Layout saved.' }));
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  expect(screen.getByText('The playlist fills the screen.')).toBeVisible();
  await page.user.click(screen.getByRole('radio', { name: 'Side and bar' }));
  await chooseAlbum(page, 'Side', 'Menu');
  await chooseAlbum(page, 'Bottom', 'News');
  fireEvent.change(screen.getByRole('slider', { name: /Size of the main zone/ }), { target: { value: '64' } });
  await page.user.selectOptions(screen.getAllByRole('combobox', { name: 'Show each photo for' })[0] as HTMLElement, '12 seconds');
  expect(screen.getByText('Main zone: Evenings, Side: Menu, Bottom: News')).toBeVisible();
  await page.user.click(save);
  expect(await screen.findByText('Layout saved.')).toBeVisible();
  expect(page.api.requestsTo(setPlaylistLayout)[0]?.body).toEqual({
    layout: {
      preset: 'l',
      divider: 64,
      zones: [
        { zone: 'side', albumId: menu._id, duration: 12 },
        { zone: 'bottom', albumId: news._id, duration: 0 },
      ],
    },
  });
  await waitFor(() => expect(window.location.pathname).toBe('/main/playlistpreview'));
});

it('offers no album that plays in the playlist or in another zone', async () => {
  const page = await openPage(playlistOfSummer());
  await page.user.click(screen.getByRole('radio', { name: 'Side and bar' }));
  await chooseAlbum(page, 'Side', 'Menu');
  await page.user.click(screen.getByRole('button', { name: 'Choose the album of “Bottom”' }));
  const dialog = await screen.findByRole('dialog', { name: 'Album for “Bottom”' });
  const names = within(dialog)
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent);
  expect(names).toEqual([expect.stringContaining('News')]);
});

it('shows the saved layout, undoes changes and removes it', async () => {
  const { _id, name, thumbnail } = menu;
  const zones = [{ zone: 'side' as const, album: { _id, name, thumbnail }, duration: 20, itemCount: 2 }];
  const page = await openPage(playlistOfSummer({ layout: { preset: 'side', divider: 70, zones } }));
  page.api.on(setPlaylistLayout, () => ({ result: page.playlist, message: 'Layout saved.' }));
  const side = screen.getByRole('radio', { name: 'Side' });
  expect(side).toBeChecked();
  expect(screen.getByRole('combobox', { name: 'Show each photo for' })).toHaveDisplayValue('20 seconds');
  await page.user.click(screen.getByRole('button', { name: 'Remove the album from “Side”' }));
  expect(screen.getByText('Main zone: Evenings, Side: empty')).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByText('Main zone: Evenings, Side: Menu')).toBeVisible();
  await page.user.click(screen.getByRole('radio', { name: 'Whole screen' }));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Layout saved.')).toBeVisible();
  expect(page.api.requestsTo(setPlaylistLayout)[0]?.body).toEqual({ layout: null });
});

it('keeps what was entered when it could not be saved, and asks before it is lost', async () => {
  const page = await openPage(playlistOfSummer());
  page.api.refuse(setPlaylistLayout, 'ALBUM_UNSEEN');
  await page.user.click(screen.getByRole('radio', { name: 'Bar' }));
  await chooseAlbum(page, 'Bottom', 'News');
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByText('Main zone: Evenings, Bottom: News')).toBeVisible();
  await page.user.click(screen.getByRole('link', { name: 'Back to playlist' }));
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toHaveTextContent(
    'Your changes to the layout will be lost.',
  );
});

it('sends people who may not edit the playlist to its preview, which describes the layout', async () => {
  const { _id, name, thumbnail } = menu;
  const zones = [{ zone: 'side' as const, album: { _id, name, thumbnail }, duration: 0, itemCount: 2 }];
  signIn();
  const abilities = { edit: false, delete: false, publish: false };
  const playlist = playlistOfSummer({ abilities, layout: { preset: 'l', divider: 75, zones } });
  const api = signedInApi().result(readPlaylist, playlist).result(listPlaylists, [playlist]).result(listPlaylistItems, []);
  await renderApp(`/main/playlist/layout?playlistId=${playlist._id}`, api);
  expect(await screen.findByText('Side: Menu · Bottom: empty')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Change layout' })).toBeNull();
});
