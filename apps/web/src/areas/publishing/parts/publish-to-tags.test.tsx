/** Publishing to tags, and playlists that devices have because of a tag. The server's side is in `publishing/tag-publishes.test.ts`. */
import { screen, waitFor, within } from '@testing-library/react';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import type { DeviceTag } from '@vitrine/contract/device-tags';
import { listDeviceIds, listDevices, readDevice, readDeviceProgress, readStartingDevice } from '@vitrine/contract/devices.endpoints';
import { listPlaylistItems, listPlaylists, readPlaylist } from '@vitrine/contract/playlists.endpoints';
import { readDevicePlays } from '@vitrine/contract/plays.endpoints';
import type { Publish } from '@vitrine/contract/publishing';
import { listPublishes, readDeviceDays } from '@vitrine/contract/publishing.endpoints';
import type { TagPublish } from '@vitrine/contract/tag-publishes';
import { createTagPublish, deleteTagPublish, listTagPublishes } from '@vitrine/contract/tag-publishes.endpoints';
import { listVersions } from '@vitrine/contract/versions.endpoints';
import { expect, it } from 'vitest';
import { aDevice, aPlaylist } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const NORTH: DeviceTag = { _id: '00000000-0000-7000-8000-0000000000d1', name: 'North', orgId: null, devices: 2 };
const NEW: DeviceTag = { _id: '00000000-0000-7000-8000-0000000000d2', name: 'New', orgId: null, devices: 0 };
const [first, second] = [aDevice({ status: 1 }), aDevice({ _id: '00000000-0000-7000-8000-0000000000f2', name: 'Hall' })];
const playlist = aPlaylist();
const NO_PLAYS = { from: '2026-01-01', to: '2026-01-01', count: 0, shownMs: 0, lost: 0, days: [], media: [], playlists: [] };
const tagPublish = (tag: DeviceTag): TagPublish => ({
  _id: `${tag._id.slice(0, -1)}9`,
  playlistId: playlist._id,
  playlistName: playlist.name,
  isPlayable: true,
  periods: null,
  tag: { _id: tag._id, name: tag.name, devices: tag.devices },
  schedule: null,
  activatedAt: '2026-01-01T00:00:00.000Z',
});

function createApi(entries: TagPublish[] = []) {
  signIn();
  return signedInApi()
    .result(readPlaylist, playlist)
    .result(listPlaylists, [playlist])
    .result(listPlaylistItems, [])
    .result(listPublishes, [])
    .on(listTagPublishes, () => ({ result: entries }))
    .result(listDevices, { devices: [first], devicesCount: 1, limit: { used: 2, allowed: 5, hasEnded: false } })
    .result(listDeviceTags, [NORTH, NEW])
    .on(listDeviceIds, ({ query }) => ({ result: query['tags'] === 'North' ? [first._id, second._id] : [] }))
    .result(readStartingDevice, { name: null })
    .result(readDeviceProgress, { count: 2, ready: 1, faulty: 0, active: 0, gone: [], devices: [second] });
}

async function chooseTag(name: RegExp, api = createApi()) {
  const { user } = await renderApp(`/main/playlistpreview?playlistId=${playlist._id}&dialog=publish`, api);
  const dialog = await screen.findByRole('dialog', { name: 'Publish “Evenings”' });
  await user.click(await within(dialog).findByRole('radio', { name: 'Tags' }));
  expect(within(dialog).getByRole('button', { name: 'Publish' })).toBeDisabled();
  await user.click(await within(dialog).findByRole('checkbox', { name }));
  return { user, dialog };
}

it('publishes to a tag and follows its screens, offline ones too', async () => {
  const api = createApi().on(createTagPublish, () => ({ message: 'Playlist deployed successfully.', result: [tagPublish(NORTH)] }));
  const { user, dialog } = await chooseTag(/^North.*2 screens/, api);
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Publish' })).toBeEnabled());
  await user.click(within(dialog).getByRole('button', { name: 'Publish' }));
  expect(await within(dialog).findByText('1 of 2 screens updated.')).toBeVisible();
  expect(api.requestsTo(createTagPublish)).toMatchObject([{ body: { playlistId: playlist._id, tagId: [NORTH._id] } }]);
});

it('publishes to a tag that no screen has yet', async () => {
  const api = createApi().on(createTagPublish, () => ({ message: 'Playlist deployed successfully.', result: [tagPublish(NEW)] }));
  const { user, dialog } = await chooseTag(/^New.*No screens yet/, api);
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Publish' })).toBeEnabled());
  await user.click(within(dialog).getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Playlist deployed successfully.')).toBeVisible();
});

it('waits before it replaces what screens with the tag are showing', async () => {
  const api = createApi().result(readDeviceProgress, { count: 2, ready: 0, faulty: 0, active: 2, gone: [], devices: [] });
  const { user, dialog } = await chooseTag(/North/, api);
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Publish' })).toBeEnabled());
  await user.click(within(dialog).getByRole('button', { name: 'Publish' }));
  expect(await within(dialog).findByText('2 screens are already showing a playlist. This one will replace it.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(within(dialog).getByRole('checkbox', { name: /North/ })).toBeChecked();
  expect(api.requestsTo(createTagPublish)).toEqual([]);
});

it('offers no tags to accounts without tags', async () => {
  const api = createApi().result(listDeviceTags, []);
  await renderApp(`/main/playlistpreview?playlistId=${playlist._id}&dialog=publish`, api);
  const dialog = await screen.findByRole('dialog', { name: 'Publish “Evenings”' });
  expect(await within(dialog).findByRole('checkbox', { name: /Kitchen/ })).toBeVisible();
  expect(within(dialog).queryByRole('radio', { name: 'Tags' })).toBeNull();
});

it('lists the tags of a playlist and removes it from one', async () => {
  const entries = [tagPublish(NORTH)];
  const api = createApi(entries).on(deleteTagPublish, () => {
    entries.length = 0;
    return { message: 'Playlist removed from the tag.' };
  });
  const { user } = await renderApp(`/main/playlist?details=${playlist._id}`, api);
  await user.click(await screen.findByRole('button', { name: 'Remove from North' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove “Evenings” from the tag “North”?' });
  await user.click(within(dialog).getByRole('button', { name: 'Remove playlist' }));
  expect(await screen.findByText('Playlist removed from the tag.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove from North' })).toBeNull());
  expect(api.requestsTo(deleteTagPublish)).toMatchObject([{ params: { id: tagPublish(NORTH)._id } }]);
});

it('states on a device that a playlist comes from a tag, and how to remove it', async () => {
  const publish: Publish = {
    _id: '00000000-0000-7000-8000-0000000000a1',
    publish_Id: '00000000-0000-7000-8000-0000000000a1',
    device_Id: first._id,
    playlistId: { _id: playlist._id, name: playlist.name, thumbnail: null },
    deviceId: { _id: first._id, name: first.name, deviceId: first.deviceId, timeZone: 'UTC', status: 1 },
    status: 'active',
    mainPlaylist: false,
    schedule: null,
    activatedAt: null,
    isPlayable: true,
    periods: null,
    fromTags: ['North'],
    revokedAlbums: 0,
    updatedAt: new Date().toISOString(),
  };
  const api = createApi()
    .result(readDevice, first)
    .result(readDevicePlays, NO_PLAYS)
    .result(readDeviceDays, [])
    .result(listVersions, [])
    .result(listPublishes, [publish]);
  const { user } = await renderApp(`/main/device/devicedetailpage?deviceId=${first._id}`, api);
  expect((await screen.findAllByText(/From the tag North/))[0]).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Actions for Evenings' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog', { name: '“Evenings” comes from a tag' });
  expect(dialog).toHaveTextContent('This device shows it because of the tag North.');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
