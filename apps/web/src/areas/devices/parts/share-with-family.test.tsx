import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import * as bulk from '@vitrine/contract/bulk-devices.endpoints';
import type { Device } from '@vitrine/contract/devices';
import { listDeviceIds, listDevices, readDevice } from '@vitrine/contract/devices.endpoints';
import { listOrganisations } from '@vitrine/contract/organisations.endpoints';
import { readDevicePlays } from '@vitrine/contract/plays.endpoints';
import type { PrivateAlbum } from '@vitrine/contract/publishing';
import { listPrivateAlbums, listPublishes, readDeviceDays } from '@vitrine/contract/publishing.endpoints';
import { shareAlbumsWithFamily } from '@vitrine/contract/sharing.endpoints';
import { listVersions } from '@vitrine/contract/versions.endpoints';
import { expect, it } from 'vitest';
import { aFamily } from '../../../testing/families.ts';
import { aDevice } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const family = aFamily();
const member: User = { ...ANA, orgs: [{ id: family.id, orgRole: 'owner' }] };
const SUMMER: PrivateAlbum = { _id: '00000000-0000-7000-8000-0000000000c1', name: 'Summer' };
const WINTER: PrivateAlbum = { _id: '00000000-0000-7000-8000-0000000000c2', name: 'Winter' };
const NO_PLAYS = { from: '2026-01-01', to: '2026-01-01', count: 0, shownMs: 0, lost: 0, days: [], media: [], playlists: [] };
const QUESTION = 'Share these albums with the family?';

function createApi(device: Device, albums: PrivateAlbum[]) {
  signIn(member);
  const state = { albums };
  const api = signedInApi(member)
    .result(listOrganisations, [family])
    .result(listDevices, { devices: [device], devicesCount: 1, limit: { used: 1, allowed: 5, hasEnded: false } })
    .result(listDeviceIds, [device._id])
    .result(bulk.listDeviceTags, [])
    .result(readDevice, device)
    .result(readDevicePlays, NO_PLAYS)
    .result(listPublishes, [])
    .result(readDeviceDays, [])
    .result(listVersions, [])
    .on(listPrivateAlbums, () => ({ result: state.albums }))
    .on(shareAlbumsWithFamily, () => {
      state.albums = [];
      return { message: 'Albums shared with the family.' };
    });
  return api;
}

const openDevice = async (device: Device, albums: PrivateAlbum[]) => {
  const api = createApi(device, albums);
  return { ...(await renderApp(`/main/device/devicedetailpage?deviceId=${device._id}`, api)), api };
};

it('offers to share the private albums on the page of a family’s screen, until they are shared', async () => {
  const { user, api } = await openDevice(aDevice({ orgId: family.id }), [SUMMER, WINTER]);
  await user.click(await screen.findByRole('button', { name: 'Share albums' }));
  const dialog = await screen.findByRole('dialog', { name: QUESTION });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Summer', 'Winter']);
  await user.click(within(dialog).getByRole('button', { name: 'Share 2 albums' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Share albums' })).toBeNull());
  expect(api.requestsTo(shareAlbumsWithFamily)).toMatchObject([
    { params: { orgId: family.id }, body: { albumId: [SUMMER._id, WINTER._id] } },
  ]);
});

it('keeps the offer when the albums stay private', async () => {
  const { user, api } = await openDevice(aDevice({ orgId: family.id }), [SUMMER]);
  await user.click(await screen.findByRole('button', { name: 'Share album' }));
  await user.click(await screen.findByRole('button', { name: 'Keep private' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('button', { name: 'Share album' })).toBeVisible();
  expect(api.requestsTo(shareAlbumsWithFamily)).toEqual([]);
});

it('shows why albums could not be shared', async () => {
  const device = aDevice({ orgId: family.id });
  const api = createApi(device, [SUMMER]).refuse(shareAlbumsWithFamily, 'SHARING_LIMIT', 'Too many shared albums.');
  const { user } = await renderApp(`/main/device/devicedetailpage?deviceId=${device._id}`, api);
  await user.click(await screen.findByRole('button', { name: 'Share album' }));
  await user.click(await screen.findByRole('button', { name: 'Share 1 album' }));
  expect(await screen.findByText('Too many shared albums.')).toBeVisible();
});

it('requests no private albums for a screen outside of families', async () => {
  const { api } = await openDevice(aDevice(), [SUMMER]);
  expect(await screen.findByRole('heading', { name: 'Kitchen' })).toBeVisible();
  expect(api.requestsTo(listPrivateAlbums)).toEqual([]);
});

it.each([
  ['asks', [SUMMER]],
  ['asks nothing', []],
])('%s after a move to a family', async (name, albums) => {
  const device = aDevice();
  const api = createApi(device, albums)
    .result(bulk.readDeviceTransferForecast, { moving: 1, room: 4, hasEnded: false, ends: [], more: 0 })
    .result(bulk.transferDevices, [{ deviceId: device._id, outcome: 'done' }]);
  const { user } = await renderApp('/main/device', api);
  await user.click(await screen.findByRole('checkbox', { name: 'Select Kitchen' }));
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }));
  await user.selectOptions(await screen.findByLabelText('Move to'), family.name);
  await user.click(await screen.findByRole('button', { name: 'Move 1 device' }));
  await waitFor(() => expect(api.requestsTo(listPrivateAlbums)).toMatchObject([{ body: { orgId: family.id, deviceId: [device._id] } }]));
  if (name === 'asks') expect(await screen.findByRole('dialog', { name: QUESTION })).toBeVisible();
  else await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('names the owner of a private album instead of its picture', async () => {
  const shown = { playlistName: 'Evenings', mediaId: null, thumbnailKey: null, ownerName: 'Mia', failed: [], failedVersions: [] };
  const quiet = { revision: 1, downloaded: 0, total: 0, paused: false, canReboot: false, canPowerOff: false, health: null };
  const state = { ...shown, ...quiet, at: '2026-01-01T00:00:00.000Z' };
  await openDevice(aDevice({ orgId: family.id, screen: state }), []);
  expect(await screen.findByText('Private album of Mia')).toBeVisible();
  expect(screen.queryByRole('img', { name: 'Now showing on Kitchen' })).toBeNull();
});
