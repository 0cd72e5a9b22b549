/**
 * Effective modes (specification 1 §4, §6): for which account the pages list and find albums, playlists, devices and deleted items. Which mode a person is in
 * is tested in `lib/effective-mode.test.ts`, the lists of an organisation in the server's tests.
 */
import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import { listAlbums, listSharedAlbums, readAlbum, readStorage, searchAlbums, searchMedia } from '@vitrine/contract/albums.endpoints';
import { readBin } from '@vitrine/contract/bin.endpoints';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import { listDeviceIds, listDevices, readStartingDevice } from '@vitrine/contract/devices.endpoints';
import type { AnyEndpoint } from '@vitrine/contract/endpoint';
import type { Organisation } from '@vitrine/contract/organisations';
import { listOrganisations } from '@vitrine/contract/organisations.endpoints';
import { listPlaylistItems, listPlaylists, readPlaylist, searchPlaylists } from '@vitrine/contract/playlists.endpoints';
import { describe, expect, it } from 'vitest';
import type { AccountType } from '../lib/effective-mode.ts';
import { setAccountType } from '../lib/session.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { aDevice, aPlaylist } from '../testing/playlists-and-devices.ts';
import { renderApp } from '../testing/render-app.tsx';
import { ANA, anAlbum, EMPTY_STORAGE, signedInApi, signIn } from '../testing/signed-in.ts';

const HOSTS = '00000000-0000-7000-8000-0000000000b1';
const LINDENS = '00000000-0000-7000-8000-0000000000b2';
const NAMES: Record<string, string> = { [HOSTS]: 'Hosts', [LINDENS]: 'Lindens' };

interface Mode {
  name: string;
  orgs: User['orgs'];
  accountType: AccountType;
  /** The family whose items are listed next to the person's own. */
  orgId?: string;
}
const MODES: Mode[] = [
  { name: 'an ordinary user', orgs: [], accountType: 'other' },
  { name: 'a sub-admin in the family account', orgs: [{ id: HOSTS, orgRole: 'subAdmin' }], accountType: 'family', orgId: HOSTS },
  {
    name: 'a sub-admin who owns a second family, in the own account',
    orgs: [
      { id: HOSTS, orgRole: 'subAdmin' },
      { id: LINDENS, orgRole: 'owner' },
    ],
    accountType: 'other',
    orgId: LINDENS,
  },
];

const family = ({ id, orgRole }: User['orgs'][number]): Organisation => ({
  id,
  name: `The ${NAMES[id]}`,
  description: '',
  orgType: 'family',
  subscriptionId: null,
  picture: null,
  memberCount: 2,
  memberLimit: 5,
  orgRole,
  owner: { _id: ANA._id, name: ANA.name, email: ANA.email },
  hasEnded: false,
  holds: { albums: 1, playlists: 1, devices: 1 },
});

const idOf = (index: number, kind: string) => `00000000-0000-7000-8000-0000000000${kind}${index}`;
/** Names of the items that belong to the account, or to the family and the account. */
const namesFor = (orgId: string | undefined, kind: string) => [...(orgId ? [`${NAMES[orgId]} ${kind}`] : []), `Alone ${kind}`];

function modesApi({ orgs }: Mode): FakeApi {
  const albums = (orgId?: string) => namesFor(orgId, 'album').map((name, index) => anAlbum({ name, _id: idOf(index, 'c') }));
  const playlists = (orgId?: string) => namesFor(orgId, 'playlist').map((name, index) => aPlaylist({ name, _id: idOf(index, 'e') }));
  const devices = (orgId?: string) => namesFor(orgId, 'device').map((name, index) => aDevice({ name, _id: idOf(index, 'f') }));
  const deletedAt = '2026-01-02T00:00:00.000Z';
  const waste = (orgId?: string) =>
    namesFor(orgId, 'waste').map((name, index) => ({ _id: idOf(index, 'd'), name, mediaCount: 0, size: 0, thumbnail: null, deletedAt }));
  return signedInApi({ ...ANA, orgs })
    .result(listOrganisations, orgs.map(family))
    .on(listAlbums, ({ query }) => ({ result: albums(query['orgId']) }))
    .on(searchAlbums, ({ query }) => ({ result: albums(query['orgId']) }))
    .result(listSharedAlbums, [])
    .result(readAlbum, anAlbum())
    .result(searchMedia, [])
    .on(listPlaylists, ({ query }) => ({ result: playlists(query['orgId']) }))
    .on(searchPlaylists, ({ query }) => ({ result: playlists(query['orgId']) }))
    .result(readPlaylist, aPlaylist())
    .result(listPlaylistItems, [])
    .on(listDevices, ({ query }) => {
      const result = devices(query['orgId']);
      return { result: { devices: result, devicesCount: result.length, limit: { used: 1, allowed: 5, hasEnded: false } } };
    })
    .on(listDeviceIds, ({ query }) => ({ result: devices(query['orgId']).map(({ _id }) => _id) }))
    .result(listDeviceTags, [])
    .result(readStartingDevice, { name: null })
    .on(readBin, ({ query }) => ({ result: { albums: waste(query['orgId']), playlists: [], medias: [] } }))
    .on(readStorage, ({ query }) => ({ result: { ...EMPTY_STORAGE, quotaBytes: query['orgId'] ? 15e9 : 5e9 } }));
}

async function open(address: string, mode: Mode) {
  signIn({ ...ANA, orgs: mode.orgs });
  setAccountType(mode.accountType);
  const api = modesApi(mode);
  const app = await renderApp(address, api);
  /** Expects that all requests to the endpoint were for the account in view. */
  const expectSent = (endpoint: AnyEndpoint) => {
    const sent = new Set(api.requestsTo(endpoint).map(({ query }) => query['orgId']));
    expect([...sent], endpoint.path).toEqual([mode.orgId]);
  };
  return { ...app, api, expectSent };
}

async function expectListed(list: string, names: string[], kind: string): Promise<void> {
  await waitFor(async () => {
    const headings = await within(await screen.findByRole('list', { name: list })).findAllByRole('heading', {
      name: new RegExp(` ${kind}$`),
    });
    expect(headings.map(({ textContent }) => textContent)).toEqual(names);
  });
}

/** The first words of a row are its name, notes follow. */
async function expectRows(table: string, names: string[], kind: string): Promise<void> {
  const name = new RegExp(`^\\w+ ${kind}`);
  const rows = within(await screen.findByRole('table', { name: table }));
  const found = await rows.findAllByRole('rowheader', { name });
  expect(found.map(({ textContent }) => name.exec(textContent ?? '')?.[0])).toEqual(names);
}

describe.each(MODES)('$name', (mode) => {
  const { orgId } = mode;
  const chip = () => screen.queryByRole('link', { name: /^Family:/ });

  it(`${orgId ? 'sees the name of the family' : 'sees no family'} in the header`, async () => {
    const { api } = await open('/main', mode);
    await expectListed('Albums', namesFor(orgId, 'album'), 'album');
    if (orgId) await waitFor(() => expect(chip()).toHaveTextContent(`The ${NAMES[orgId]}`));
    else expect(api.requestsTo(listOrganisations)).toEqual([]);
    expect(chip() === null).toBe(orgId === undefined);
  });

  it('lists and finds devices', async () => {
    const { user, api, expectSent } = await open('/main/device', mode);
    await expectListed('Devices', namesFor(orgId, 'device'), 'device');
    await user.type(screen.getByRole('searchbox', { name: 'Search devices' }), 'device');
    await waitFor(() => expect(api.requestsTo(listDevices).at(-1)?.query['string']).toBe('device'));
    await expectListed('Devices', namesFor(orgId, 'device'), 'device');
    for (const endpoint of [listDevices, listDeviceIds, listDeviceTags]) expectSent(endpoint);
  });

  it('lists and finds playlists', async () => {
    const { user, api, expectSent } = await open('/main/playlist', mode);
    await expectListed('Playlists', namesFor(orgId, 'playlist'), 'playlist');
    await user.type(screen.getByRole('searchbox', { name: 'Search playlists' }), 'playlist');
    await waitFor(() => expect(api.requestsTo(searchPlaylists)).not.toEqual([]));
    await expectListed('Playlists', namesFor(orgId, 'playlist'), 'playlist');
    for (const endpoint of [listPlaylists, searchPlaylists]) expectSent(endpoint);
  });

  it('lists and finds albums', async () => {
    const { user, api, expectSent } = await open('/main', mode);
    await expectListed('Albums', namesFor(orgId, 'album'), 'album');
    await user.type(screen.getByRole('searchbox', { name: 'Search albums and media' }), 'album');
    await waitFor(() => expect(api.requestsTo(searchMedia)).not.toEqual([]));
    await expectListed('Albums', namesFor(orgId, 'album'), 'album');
    for (const endpoint of [listAlbums, searchAlbums, searchMedia]) expectSent(endpoint);
  });

  it('lists the items of the bin', async () => {
    const { expectSent } = await open('/main/bin', mode);
    await expectRows('Deleted items', namesFor(orgId, 'waste'), 'waste');
    expectSent(readBin);
  });

  it('shows the storage', async () => {
    const { expectSent } = await open('/main/storage', mode);
    await expectRows('Playlists', namesFor(orgId, 'playlist'), 'playlist');
    const links = await screen.findAllByRole('link', { name: /^\w+ album$/ });
    expect(links.map(({ textContent }) => textContent)).toEqual(namesFor(orgId, 'album'));
    expect(screen.getAllByText(orgId ? /of 15 GB used/ : /of 5 GB used/)).not.toEqual([]);
    for (const endpoint of [readStorage, listAlbums, listPlaylists]) expectSent(endpoint);
  });

  it('publishes to the devices of the account', async () => {
    const { expectSent } = await open(`/main/playlistpreview?playlistId=${aPlaylist()._id}&dialog=publish`, mode);
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => {
      for (const name of namesFor(orgId, 'device')) expect(within(dialog).getByText(name)).toBeVisible();
    });
    expectSent(listDevices);
  });

  it('uploads to the albums of the account', async () => {
    const { expectSent } = await open('/main?dialog=upload', mode);
    const dialog = await screen.findByRole('dialog');
    for (const name of namesFor(orgId, 'album')) expect(await within(dialog).findByText(name)).toBeInTheDocument();
    expect(within(dialog).queryAllByText(/^\w+ album$/)).toHaveLength(namesFor(orgId, 'album').length);
    expectSent(listAlbums);
  });
});

it('follows a switch between the family and the own account in the header, lists, search and storage of the open page', async () => {
  const [, subAdmin] = MODES;
  if (!subAdmin) throw new Error('no mode');
  const { api, user } = await open('/main', subAdmin);
  const chip = () => screen.queryByRole('link', { name: /^Family:/ });
  const switchFamily = async () => {
    await user.click(screen.getByRole('button', { name: /^Profile of/ }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Family account' }));
    await user.keyboard('{Escape}');
  };
  await expectListed('Albums', ['Hosts album', 'Alone album'], 'album');
  await switchFamily();
  await waitFor(() => expect(chip()).toBeNull());
  await expectListed('Albums', ['Alone album'], 'album');
  await user.type(screen.getByRole('searchbox', { name: 'Search albums and media' }), 'album');
  await waitFor(() => expect(api.requestsTo(searchAlbums)).not.toEqual([]));
  await expectListed('Albums', ['Alone album'], 'album');
  await switchFamily();
  await waitFor(() => expect(chip()).toHaveTextContent('The Hosts'));
  await expectListed('Albums', ['Hosts album', 'Alone album'], 'album');
  await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Storage' }));
  expect((await screen.findAllByText(/of 15 GB used/))[0]).toBeVisible();
  await switchFamily();
  expect((await screen.findAllByText(/of 5 GB used/))[0]).toBeVisible();
});
