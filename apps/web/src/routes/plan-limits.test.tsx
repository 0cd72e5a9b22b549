/** Limits of the plan are shown where the user meets them, with a link to the plans. The server's tests have the limits themselves. */

import { screen, waitFor, within } from '@testing-library/react';
import { listAlbumLinks } from '@vitrine/contract/album-links.endpoints';
import { createAlbum, listAlbums, readAlbum } from '@vitrine/contract/albums.endpoints';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import { listDeviceIds, listDevices } from '@vitrine/contract/devices.endpoints';
import { type ErrorCode } from '@vitrine/contract/errors';
import { createPlaylist, listPlaylists } from '@vitrine/contract/playlists.endpoints';
import { shareAlbum } from '@vitrine/contract/sharing.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../testing/signed-in.ts';

const ENDED = 'Your plan has ended. Renew it to add more. Your content is kept and keeps playing.';

/** Expects the message in the open dialog, and a link to the plans. */
async function expectLimit(message: string): Promise<void> {
  const alert = await within(await screen.findByRole('dialog')).findByRole('alert');
  expect(alert).toHaveTextContent(message);
  expect(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Upgrade' })).toHaveAttribute(
    'href',
    expect.stringContaining('/main/subscription'),
  );
}

it.each([
  ['ALBUM_LIMIT', 'You’ve reached your plan’s album limit. Upgrade your plan, or delete an album you no longer need.'],
  ['PLAN_ENDED', ENDED],
] satisfies [ErrorCode, string][])('shows %s when an album is created', async (code, message) => {
  signIn();
  const { user } = await renderApp('/main?dialog=create', signedInApi().result(listAlbums, []).refuse(createAlbum, code));
  await user.type(await screen.findByLabelText(/^Album name/), 'Winter');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await expectLimit(message);
});

it('shows PLAYLIST_LIMIT when a playlist is created', async () => {
  signIn();
  const api = signedInApi().result(listPlaylists, []).refuse(createPlaylist, 'PLAYLIST_LIMIT');
  const { user } = await renderApp('/main/playlist?dialog=create', api);
  await user.type(await screen.findByLabelText(/^Playlist name/), 'Evenings');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await expectLimit('You’ve reached your plan’s playlist limit.');
});

it('shows SHARING_LIMIT when an album is shared', async () => {
  signIn();
  const album = anAlbum({ name: 'Summer' });
  const api = signedInApi()
    .result(listAlbums, [album])
    .result(readAlbum, album)
    .result(listAlbumLinks, [])
    .refuse(shareAlbum, 'SHARING_LIMIT');
  const { user } = await renderApp(`/main?dialog=share&target=${album._id}`, api);
  await user.type(await screen.findByLabelText(/^Add people by email/), 'ben@example.com{Enter}');
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await expectLimit('You’ve reached your plan’s limit for shared albums.');
});

it('shows that the plan has ended in place of the form that adds a device', async () => {
  signIn();
  const api = signedInApi()
    .result(listDeviceIds, [])
    .result(listDeviceTags, [])
    .result(listDevices, { devices: [], devicesCount: 0, limit: { used: 0, allowed: 1, hasEnded: true } });
  await renderApp('/main/device?dialog=add', api);
  const dialog = await screen.findByRole('dialog', { name: 'Your plan has ended' });
  expect(dialog).toHaveTextContent(ENDED);
  expect(within(dialog).getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', expect.stringContaining('/main/subscription'));
});

const fullDeviceList = () =>
  signedInApi()
    .result(listDeviceIds, [])
    .result(listDeviceTags, [])
    .result(listDevices, { devices: [], devicesCount: 0, limit: { used: 1, allowed: 1, hasEnded: false } });

it('disables Add device at the limit of the plan, and explains it', async () => {
  signIn();
  const { user } = await renderApp('/main/device', fullDeviceList());
  const [why] = await screen.findAllByRole('button', { name: 'Why can’t I add a device?' });
  if (!why) throw new Error('no button');
  await user.click(why);
  expect(await screen.findByRole('dialog', { name: 'Device limit reached' })).toHaveTextContent('1 of 1 device in use.');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getAllByRole('button', { name: 'Add device' })[0]).toBeDisabled();
});

it('links to the plans when an ID was scanned from a screen at the limit of the plan', async () => {
  signIn();
  await renderApp('/main/device?add=A12345', fullDeviceList());
  const link = within(await screen.findByRole('dialog')).getByRole('link', { name: 'Upgrade' });
  expect(link).toHaveAttribute('href', expect.stringContaining('/main/subscription'));
});
