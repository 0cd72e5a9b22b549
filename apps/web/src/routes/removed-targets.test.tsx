/** Open dialogs about an album, a playlist or a device that another user removes. */
import { screen, waitFor } from '@testing-library/react';
import { listAlbums, readAlbum } from '@vitrine/contract/albums.endpoints';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import { listDeviceIds, listDevices, readDevice, readStartingDevice } from '@vitrine/contract/devices.endpoints';
import { listPlaylists, readPlaylist } from '@vitrine/contract/playlists.endpoints';
import { countPublishes } from '@vitrine/contract/publishing.endpoints';
import { expect, it } from 'vitest';
import { nudge, nudgeDevice } from '../testing/fake-live.ts';
import { aDevice, aPlaylist } from '../testing/playlists-and-devices.ts';
import { renderApp } from '../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../testing/signed-in.ts';

const [album, playlist, device] = [anAlbum(), aPlaylist(), aDevice()];

function createApi() {
  const albums = [album];
  const playlists = [playlist];
  const devices = [device];
  const api = signedInApi()
    .result(listAlbums, albums)
    .result(readAlbum, album)
    .result(listPlaylists, playlists)
    .result(readPlaylist, playlist)
    .result(countPublishes, { published: 0, playing: 0 })
    .on(listDevices, () => ({
      result: { devices: [...devices], devicesCount: devices.length, limit: { used: devices.length, allowed: 5, hasEnded: false } },
    }))
    .on(listDeviceIds, () => ({ result: devices.map(({ _id }) => _id) }))
    .result(listDeviceTags, [])
    .result(readStartingDevice, { name: null })
    .result(readDevice, device);
  return {
    api,
    removeAlbum() {
      albums.length = 0;
      api.refuse(readAlbum, 'NOT_FOUND');
      nudge('albums');
    },
    removePlaylist() {
      playlists.length = 0;
      api.refuse(readPlaylist, 'NOT_FOUND');
      nudge('playlists');
    },
    removeDevice() {
      devices.length = 0;
      api.refuse(readDevice, 'NOT_FOUND');
      nudgeDevice(device._id);
    },
  };
}

const CASES = [
  { what: 'album', address: `/main?dialog=rename&target=${album._id}`, role: 'dialog', remove: 'removeAlbum' },
  { what: 'playlist', address: `/main/playlist?dialog=delete&target=${playlist._id}`, role: 'alertdialog', remove: 'removePlaylist' },
  { what: 'device', address: `/main/device?dialog=rename&target=${device._id}`, role: 'dialog', remove: 'removeDevice' },
] as const;

it.each(CASES)('closes the dialog of the $what, and reports that it was removed', async ({ what, address, role, remove }) => {
  signIn();
  const removal = createApi();
  const { router } = await renderApp(address, removal.api);
  expect(await screen.findByRole(role)).toBeVisible();
  removal[remove]();
  expect(await screen.findByText(`This ${what} is no longer available. It may have been deleted.`)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
  expect(router.state.location.search).not.toHaveProperty('dialog');
});
