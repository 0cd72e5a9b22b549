/** Addresses that the setup guide offers for a screen. The server's devices.test.ts covers which addresses of the network it lists. */
import { screen } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import { countAlbums, listAlbums, listSharedAlbums } from '@vitrine/contract/albums.endpoints';
import { listDevices, listNetworkOrigins } from '@vitrine/contract/devices.endpoints';
import { afterEach, expect, it } from 'vitest';
import { moveToOrigin } from '../../../testing/dom.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const { origin } = window.location;
afterEach(() => moveToOrigin(origin));

/** Opens the setup guide of a new user at an address of the server. */
function openGuide(address: string, networkOrigins: string[]) {
  moveToOrigin(address);
  const newcomer: User = { ...ANA, isNewcomer: true };
  signIn(newcomer);
  const api = signedInApi(newcomer)
    .result(listAlbums, [])
    .result(listSharedAlbums, [])
    .result(countAlbums, { count: 0 })
    .result(listDevices, { devices: [], devicesCount: 0, limit: { used: 0, allowed: 5, hasEnded: false } })
    .result(listNetworkOrigins, networkOrigins);
  return renderApp('/main', api);
}

const ONLY_HERE = /^This address only works on this computer\. To use a TV on your network, /;

it('asks a user to have a server opened to the network that only this computer reaches', async () => {
  await openGuide('http://localhost:3000', []);
  expect(await screen.findByText(ONLY_HERE)).toHaveTextContent('ask the administrator of this installation to open it to your network.');
  expect(screen.getByText('localhost:3000/screen')).toBeVisible();
});

it('lists the addresses of the network, without a hint about HOST', async () => {
  await openGuide('http://localhost:3000', ['http://192.168.1.5:3000', 'http://10.0.0.5:3000']);
  expect(await screen.findByText('192.168.1.5:3000/screen')).toBeVisible();
  expect(screen.getByText('10.0.0.5:3000/screen')).toBeVisible();
  expect(screen.getByText('Use the address that matches the TV’s network.')).toBeVisible();
  expect(screen.queryByText(ONLY_HERE)).toBeNull();
});

it('offers the address of the page when other devices can reach it', async () => {
  await openGuide('https://photos.example', []);
  expect(await screen.findByText('photos.example/screen')).toBeVisible();
  expect(screen.queryByText(ONLY_HERE)).toBeNull();
});
