/** Publishes that wait for offline screens. The server's side is in `publishing/waiting-publishes.test.ts`. */
import { screen, waitFor, within } from '@testing-library/react';
import { listDevices, readDevice, readDeviceProgress, readStartingDevice } from '@vitrine/contract/devices.endpoints';
import { listPlaylistItems, listPlaylists, readPlaylist } from '@vitrine/contract/playlists.endpoints';
import { readDevicePlays } from '@vitrine/contract/plays.endpoints';
import { listPublishes, readDeviceDays } from '@vitrine/contract/publishing.endpoints';
import { listVersions } from '@vitrine/contract/versions.endpoints';
import type { WaitingPublish } from '@vitrine/contract/waiting-publishes';
import { cancelWaitingPublish, createWaitingPublish, listWaitingPublishes } from '@vitrine/contract/waiting-publishes.endpoints';
import { expect, it } from 'vitest';
import { nudgeDevice } from '../../../testing/fake-live.ts';
import { aDevice, aPlaylist } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const offline = aDevice();
const online = aDevice({ _id: '00000000-0000-7000-8000-0000000000f2', name: 'Hall', status: 1 });
const playlist = aPlaylist();
const NO_PLAYS = { from: '2026-01-01', to: '2026-01-01', count: 0, shownMs: 0, lost: 0, days: [], media: [], playlists: [] };
const aWaitingPublish = (values: Partial<WaitingPublish> = {}): WaitingPublish => ({
  _id: '00000000-0000-7000-8000-0000000000b1',
  playlist: { _id: playlist._id, name: playlist.name },
  device: { _id: offline._id, name: offline.name },
  schedule: null,
  requestedAt: '2026-01-01T00:00:00.000Z',
  requestedBy: { _id: ANA._id, name: ANA.name },
  abilities: { cancel: true },
  ...values,
});

/** Creates an API whose waiting publishes are those in the list. */
function createApi(waiting: WaitingPublish[] = []) {
  signIn();
  return signedInApi()
    .result(readPlaylist, playlist)
    .result(listPlaylists, [playlist])
    .result(listPlaylistItems, [])
    .result(listPublishes, [])
    .result(readDevice, offline)
    .result(readDevicePlays, NO_PLAYS)
    .result(readDeviceDays, [])
    .result(listVersions, [])
    .result(listDevices, { devices: [online, offline], devicesCount: 2, limit: { used: 2, allowed: 5, hasEnded: false } })
    .result(readStartingDevice, { name: null })
    .result(readDeviceProgress, { count: 1, ready: 0, faulty: 0, active: 0, gone: [], devices: [] })
    .on(listWaitingPublishes, () => ({ result: [...waiting] }))
    .on(createWaitingPublish, () => {
      waiting.push(aWaitingPublish());
      return { message: 'The playlist will be published when the screen is back.', result: [...waiting] };
    })
    .on(cancelWaitingPublish, () => {
      waiting.length = 0;
      return { message: 'Publish cancelled.' };
    });
}

async function openDialog(api = createApi()) {
  const { user } = await renderApp(`/main/playlistpreview?playlistId=${playlist._id}&dialog=publish`, api);
  const dialog = await screen.findByRole('dialog', { name: 'Publish “Evenings”' });
  return { user, dialog: within(dialog) };
}

it('offers to publish to an offline device when it is back, states that it waits, and cancels', async () => {
  const api = createApi();
  const { user, dialog } = await openDialog(api);
  expect(await dialog.findByRole('checkbox', { name: /Kitchen/ })).toBeDisabled();
  expect(dialog.getByText("An offline device can't be selected.")).toBeVisible();
  await user.click(await dialog.findByRole('button', { name: 'Publish when it is back: Kitchen' }));
  expect(await screen.findByText('The playlist will be published when the screen is back.')).toBeVisible();
  expect(await dialog.findByText('Waiting for the screen')).toBeVisible();
  expect(api.requestsTo(createWaitingPublish)).toMatchObject([{ body: { playlistId: playlist._id, deviceId: [offline._id] } }]);
  await user.click(dialog.getByRole('button', { name: 'Cancel publishing Kitchen' }));
  expect(await dialog.findByRole('button', { name: 'Publish when it is back: Kitchen' })).toBeVisible();
});

it('offers nothing for online devices', async () => {
  const { dialog } = await openDialog();
  await dialog.findByRole('button', { name: 'Publish when it is back: Kitchen' });
  expect(dialog.queryByRole('button', { name: 'Publish when it is back: Hall' })).toBeNull();
});

it('needs a complete schedule, and sends it', async () => {
  const api = createApi();
  const { user, dialog } = await openDialog(api);
  const button = await dialog.findByRole('button', { name: 'Publish when it is back: Kitchen' });
  await user.click(dialog.getByText('Schedule'));
  await user.type(dialog.getByLabelText('Start time'), '08:00');
  await waitFor(() => expect(button).toBeDisabled());
  await user.type(dialog.getByLabelText('End time'), '09:00');
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  await waitFor(() =>
    expect(api.requestsTo(createWaitingPublish)).toMatchObject([
      { body: { schedule: { repeat: 'Daily', startTime: '08:00', endTime: '09:00' } } },
    ]),
  );
});

it('lists waiting devices of a playlist, follows changes and cancels', async () => {
  const waiting = [aWaitingPublish({ schedule: { repeat: 'Daily', startTime: '08:00', endTime: '09:00' } })];
  const api = createApi(waiting);
  const { user } = await renderApp(`/main/playlist?details=${playlist._id}`, api);
  const list = await screen.findByRole('list', { name: 'Waiting for the screen' });
  expect(list).toHaveTextContent('KitchenWaiting for the screen · Daily 8:00 AM–9:00 AM');
  waiting.push(aWaitingPublish({ _id: '00000000-0000-7000-8000-0000000000b2', device: { _id: online._id, name: online.name } }));
  nudgeDevice(online._id);
  expect(await within(list).findByText('Hall')).toBeVisible();
  await user.click(within(list).getByRole('button', { name: 'Cancel publishing Kitchen' }));
  expect(await screen.findByText('Publish cancelled.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Waiting for the screen' })).toBeNull());
  expect(api.requestsTo(cancelWaitingPublish)).toMatchObject([{ params: { id: aWaitingPublish()._id } }]);
});

it('lists waiting playlists of a device, without a button for people who cannot cancel', async () => {
  const api = createApi([aWaitingPublish({ abilities: { cancel: false } })]);
  await renderApp(`/main/device/devicedetailpage?deviceId=${offline._id}`, api);
  const list = await screen.findByRole('list', { name: 'Waiting for the screen' });
  expect(list).toHaveTextContent('EveningsWaiting for the screen');
  expect(within(list).queryByRole('button')).toBeNull();
});
