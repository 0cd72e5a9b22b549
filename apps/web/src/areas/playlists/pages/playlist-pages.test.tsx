/** Deleting a playlist, and publishing it. The server's side is in `publishing/binned-publishes.test.ts`. */
import { screen, waitFor, within } from '@testing-library/react';
import { restoreBinned } from '@vitrine/contract/bin.endpoints';
import { listDevices, readDeviceProgress, readStartingDevice } from '@vitrine/contract/devices.endpoints';
import type { Playlist, PlaylistItem } from '@vitrine/contract/playlists';
import { deletePlaylist, editPlaylist, listPlaylistItems, listPlaylists, readPlaylist } from '@vitrine/contract/playlists.endpoints';
import { countPublishes, readForecast } from '@vitrine/contract/publishing.endpoints';
import { expect, it } from 'vitest';
import { aDevice, aPlaylist } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

it('states on how many screens a playlist is playing, and restores it after Undo', async () => {
  signIn();
  const playlist = aPlaylist();
  const playlists = [playlist];
  const api = signedInApi()
    .result(listPlaylists, playlists)
    .result(readPlaylist, playlist)
    .result(countPublishes, { published: 3, playing: 2 })
    .on(deletePlaylist, () => {
      playlists.length = 0;
      return { message: 'Playlist deleted.' };
    })
    .on(restoreBinned, () => {
      playlists.push(playlist);
      return {};
    });
  const { user } = await renderApp(`/main/playlist?dialog=delete&target=${playlist._id}`, api);
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Evenings”?' });
  await waitFor(() =>
    expect(dialog).toHaveTextContent(
      'It’s playing on 2 screens and published on 1 other screen. Its albums, photos and videos are kept. You can restore it with its schedules from Trash for 30 days.',
    ),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Delete playlist' }));
  expect(await screen.findByText('Playlist deleted.')).toBeVisible();
  expect(await screen.findByText('No playlist available')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('“Evenings” restored.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Evenings' })).toBeVisible();
  expect(api.requestsTo(restoreBinned)[0]?.body).toEqual({ playlistIdArr: [playlist._id] });
});

it('predicts nothing while the schedule of a publish is incomplete', async () => {
  signIn();
  const device = aDevice({ status: 1 });
  const playlist = aPlaylist();
  const idle = { now: null, reason: 'idle', until: null, next: null } as const;
  const after = { ...idle, now: { playlistId: playlist._id, name: playlist.name }, reason: 'activated' } as const;
  const api = signedInApi()
    .result(readPlaylist, playlist)
    .result(listPlaylists, [playlist])
    .result(listPlaylistItems, [])
    .result(listDevices, { devices: [device], devicesCount: 1, limit: { used: 1, allowed: 5, hasEnded: false } })
    .result(readStartingDevice, { name: null })
    .result(readDeviceProgress, { count: 1, ready: 0, faulty: 0, active: 0, gone: [], devices: [] })
    .result(readForecast, [{ deviceId: device._id, before: idle, after, neededBytes: 1e6, quotaBytes: null, fits: null }]);
  const { user } = await renderApp(`/main/playlistpreview?playlistId=${playlist._id}&dialog=publish`, api);
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('checkbox'));
  expect(await within(dialog).findByText('After publishing: Evenings')).toBeVisible();
  await user.click(within(dialog).getByText('Schedule'));
  await user.click(within(dialog).getByRole('radio', { name: 'Weekly' }));
  await waitFor(() => expect(within(dialog).queryByText(/^After publishing/)).toBeNull());
  await user.click(within(dialog).getByRole('button', { name: 'Clear schedule' }));
  expect(await within(dialog).findByText('After publishing: Evenings')).toBeVisible();
});

const anItem = { albumId: 'a', zone: 'main' as const, kind: 'image' as const, key: 'k', url: '/k', durationMs: 5000 };
const now = { ...anItem, id: 'now', mediaId: 'now', name: 'Now', valid: null };
const over = { ...anItem, id: 'over', mediaId: 'over', name: 'Over', valid: { until: '2020-01-01T00:00' } };

it.each([
  ['some items', [now, over], '1 item limited to other times is skipped now.'],
  ['all items', [over], 'All items are limited to other times, so screens skip this playlist now.'],
])('states in the preview that screens skip %s now', async (_name, items, text) => {
  signIn();
  const albumArr = [
    { albumId: { _id: 'a', name: 'A', thumbnail: null }, duration: 0, sequence: 1, itemCount: 2, sizeBytes: 1, durationMs: 10_000 },
  ];
  const playlist = aPlaylist({ itemCount: items.length, albumArr });
  const api = signedInApi().result(readPlaylist, playlist).result(listPlaylists, [playlist]).result(listPlaylistItems, items);
  await renderApp(`/main/playlistpreview?playlistId=${playlist._id}`, api);
  expect(await screen.findByText(text)).toBeVisible();
});

const entry: Playlist['albumArr'][number] = {
  albumId: { _id: '00000000-0000-7000-8000-0000000000b1', name: 'Summer', thumbnail: null },
  duration: 0,
  sequence: 1,
  itemCount: 1,
  sizeBytes: 1,
  durationMs: 5000,
};

async function openPlaylist(values: Partial<Playlist>, items: PlaylistItem[] = []) {
  signIn();
  const playlist = aPlaylist({ albumArr: [entry], itemCount: 1, ...values });
  const api = signedInApi()
    .on(readPlaylist, () => ({ result: { ...playlist } }))
    .result(listPlaylists, [playlist])
    .result(listPlaylistItems, items);
  const page = await renderApp(`/main/playlistpreview?playlistId=${playlist._id}`, api);
  await screen.findByRole('heading', { name: 'Albums' });
  return { ...page, api, playlist };
}

it('turns synchronized playback on and off by keyboard, and explains it', async () => {
  const { api, user, playlist } = await openPlaylist({});
  api.on(editPlaylist, ({ body }) => {
    playlist.synchronized = (body as { synchronized: boolean }).synchronized;
    return { result: playlist, message: `Synchronized playback turned ${playlist.synchronized ? 'on' : 'off'}.` };
  });
  const toggle = screen.getByRole('switch', { name: 'Synchronized playback' });
  expect(toggle).not.toBeChecked();
  expect(screen.getByText('All screens show the same item at the same time.')).toBeVisible();
  toggle.focus();
  await user.keyboard(' ');
  expect(await screen.findByText('Synchronized playback turned on.')).toBeVisible();
  await waitFor(() => expect(toggle).toBeChecked());
  await user.click(toggle);
  expect(await screen.findByText('Synchronized playback turned off.')).toBeVisible();
  await waitFor(() => expect(toggle).not.toBeChecked());
  expect(api.requestsTo(editPlaylist).map(({ body }) => body)).toEqual([{ synchronized: true }, { synchronized: false }]);
});

it('disables skipping in the preview of a synchronized playlist, and says why', async () => {
  await openPlaylist({ synchronized: true }, [now]);
  const player = within(await screen.findByRole('region', { name: 'Preview of Evenings' }));
  for (const name of ['Previous', 'Next']) {
    expect(player.getByRole('button', { name })).toBeDisabled();
    expect(player.getByRole('button', { name })).toHaveAccessibleDescription('Items can’t be skipped in synchronized playback.');
  }
  expect(player.getByRole('button', { name: 'Pause' })).toBeEnabled();
});

it('offers to skip items in the preview of another playlist', async () => {
  await openPlaylist({}, [now]);
  const player = within(await screen.findByRole('region', { name: 'Preview of Evenings' }));
  for (const name of ['Previous', 'Pause', 'Next']) expect(player.getByRole('button', { name })).toBeEnabled();
});

it('keeps synchronized playback off when it could not be saved', async () => {
  const { api, user } = await openPlaylist({});
  api.refuse(editPlaylist, 'NOT_FOUND');
  const toggle = screen.getByRole('switch', { name: 'Synchronized playback' });
  await user.click(toggle);
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(toggle).not.toBeChecked();
});

it('shows people who may not change the playlist that its playback is synchronized', async () => {
  await openPlaylist({ synchronized: true, abilities: { edit: false, delete: false, publish: false } });
  expect(screen.getByRole('region', { name: 'Synchronized playback' })).toHaveTextContent(
    'All screens show the same item at the same time.',
  );
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
});

it('states whose albums are private in the playlist of a family, instead of calling it empty', async () => {
  await openPlaylist({ privateAlbums: 1, ownerName: 'Eva', userId: 'b' });
  expect(
    screen.getByText('1 album in this playlist is private. Screens show it, but only Eva sees the photos and videos here.'),
  ).toBeVisible();
  expect(await screen.findByText('There is nothing in this playlist that you can see.')).toBeVisible();
});
