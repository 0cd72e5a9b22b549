/** The account or family for which a page creates objects (specification 1 §4). The server's tests have the rules of each. */
import { screen, waitFor, within } from '@testing-library/react';
import { createAlbum, listAlbums } from '@vitrine/contract/albums.endpoints';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import { createDevice, listDeviceIds, listDevices, readStartingDevice } from '@vitrine/contract/devices.endpoints';
import { listOrganisations } from '@vitrine/contract/organisations.endpoints';
import { createPlaylist, listPlaylists } from '@vitrine/contract/playlists.endpoints';
import { expect, it } from 'vitest';
import { setAccountType } from '../lib/session.ts';
import { aFamily } from '../testing/families.ts';
import { renderApp } from '../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../testing/signed-in.ts';

const HOSTS = aFamily({ orgRole: 'subAdmin', name: 'The Hosts' });
const LINDENS = aFamily({ id: '00000000-0000-7000-8000-0000000000f2', name: 'The Lindens' });

const MODES = [
  { name: 'an ordinary user', families: [], accountType: 'other', orgId: undefined },
  { name: 'a sub-admin in the family account', families: [HOSTS], accountType: 'family', orgId: HOSTS.id },
  {
    name: 'a sub-admin who owns a second family, in their own account',
    families: [HOSTS, LINDENS],
    accountType: 'other',
    orgId: LINDENS.id,
  },
] as const;

it.each(MODES)('$name creates albums, playlists and devices for the account in view', async ({ families, accountType, orgId }) => {
  const user = { ...ANA, orgs: families.map(({ id, orgRole }) => ({ id, orgRole: orgRole as 'owner' | 'subAdmin' })) };
  signIn(user);
  setAccountType(accountType);
  const refused = 'You’ve reached a limit.';
  const api = signedInApi(user)
    .result(listOrganisations, [...families])
    .result(listAlbums, [])
    .result(listPlaylists, [])
    .result(listDeviceIds, [])
    .result(listDeviceTags, [])
    .result(readStartingDevice, { name: null })
    .result(listDevices, { devices: [], devicesCount: 0, limit: { used: 0, allowed: 5, hasEnded: false } })
    .refuse(createAlbum, 'INVALID', refused)
    .refuse(createPlaylist, 'INVALID', refused)
    .refuse(createDevice, 'INVALID', refused);
  const app = await renderApp('/main?dialog=create', api);
  const submit = async (label: RegExp, name: string, button: string) => {
    const dialog = within(await screen.findByRole('dialog'));
    await app.user.type(await dialog.findByLabelText(label), name);
    await app.user.click(dialog.getByRole('button', { name: button }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(refused);
  };
  const owner = (endpoint: Parameters<typeof api.requestsTo>[0]) =>
    (api.requestsTo(endpoint)[0]?.body as { orgId?: string } | undefined)?.orgId;
  await submit(/^Album name/, 'Made album', 'Create');
  expect(owner(createAlbum)).toBe(orgId);
  await app.router.navigate({ to: '/main/playlist', search: { dialog: 'create' }, ignoreBlocker: true });
  await submit(/^Playlist name/, 'Made playlist', 'Create');
  expect(owner(createPlaylist)).toBe(orgId);
  await app.router.navigate({ to: '/main/device', search: { add: 'A12345' }, ignoreBlocker: true });
  await submit(/^Device name/, 'Made device', 'Add device');
  await waitFor(() => expect(owner(createDevice)).toBe(orgId));
});
