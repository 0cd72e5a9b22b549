/** Pages of lists without entries: each offers the next action, and only one button of the page is a primary one. */
import { screen } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import { listAlbums, listSharedAlbums, listUserAlbums } from '@vitrine/contract/albums.endpoints';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import { listDeviceIds, listDevices } from '@vitrine/contract/devices.endpoints';
import { listInvitations, listMembers, listOrganisations, listOwnInvitations } from '@vitrine/contract/organisations.endpoints';
import { listPlaylists } from '@vitrine/contract/playlists.endpoints';
import { listSources } from '@vitrine/contract/sources.endpoints';
import { expect, it } from 'vitest';
import { aFamily, aMember } from '../testing/families.ts';
import { renderApp } from '../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../testing/signed-in.ts';

const PAGES = [
  { address: '/main', title: 'No album available' },
  { address: '/main/playlist', title: 'No playlist available' },
  { address: '/main/device', title: 'No device available' },
  { address: '/main/sources', title: 'No data sources yet' },
  { address: '/main/family', title: 'No members yet' },
];

it.each(PAGES)('$address has one primary button', async ({ address, title }) => {
  const family = aFamily();
  const user: User = { ...ANA, orgs: address === '/main/family' ? [{ id: family.id, orgRole: 'owner' }] : [] };
  signIn(user);
  const api = signedInApi(user)
    .result(listAlbums, [])
    .result(listUserAlbums, [])
    .result(listSharedAlbums, [])
    .result(listPlaylists, [])
    .result(listDevices, { devices: [], devicesCount: 0, limit: { used: 0, allowed: 5, hasEnded: false } })
    .result(listDeviceIds, [])
    .result(listDeviceTags, [])
    .result(listSources, { sources: [] })
    .result(listOwnInvitations, [])
    .result(listOrganisations, [family])
    .result(listMembers, [aMember()])
    .result(listInvitations, []);
  await renderApp(address, api);
  await screen.findByText(title);
  const primary = [...document.querySelectorAll('main button, main a')].filter(({ classList }) =>
    [...classList].some((name) => name.startsWith('_primary_')),
  );
  expect(primary.map(({ textContent }) => textContent)).toHaveLength(1);
});
