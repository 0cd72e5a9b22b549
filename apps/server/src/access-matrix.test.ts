/**
 * Every route of the API against every kind of actor. A route belongs to a kind, a kind decides the
 * answer for each actor; a route that is in no kind fails, so that a new one is decided on purpose.
 */
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPhoto, aPlaylist, aScreen, signIn, type TestPerson, type TestScreen } from './testing/builders.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

type Outcome = 'through' | 401 | 404;
const ACTORS = [
  'anonymous',
  'user',
  'otherUser',
  'owner',
  'subAdmin',
  'admin',
  'superAdmin',
  'support',
  'host',
  'advUser',
  'disabled',
  'unverified',
  'expired',
] as const;
type ActorName = (typeof ACTORS)[number];
type Row = Record<ActorName, Outcome>;

/** Those who are no session's, then what the others get unless said otherwise. */
const row = (others: Outcome, said: Partial<Row>): Row => ({
  ...(Object.fromEntries(ACTORS.map((actor) => [actor, others])) as Row),
  anonymous: 401,
  disabled: 401,
  unverified: 401,
  expired: 401,
  ...said,
});
const everybody = Object.fromEntries(ACTORS.map((actor) => [actor, 'through'])) as Row;

const KINDS = {
  /** Needs nobody. */
  public: everybody,
  /** About whoever asks: no id of anybody else in it. */
  self: row('through', {}),
  /** Reads something of `user`. */
  read: row(404, { user: 'through', admin: 'through', superAdmin: 'through', support: 'through' }),
  /** Changes something of `user`. */
  write: row(404, { user: 'through', admin: 'through', superAdmin: 'through' }),
  /** Not even administrators. */
  ownOnly: row(404, { user: 'through' }),
  /** A screen's secret opens it; no person's session does. */
  screen: Object.fromEntries(ACTORS.map((actor) => [actor, 401])) as Row,
} satisfies Record<string, Row>;

interface Objects {
  userId: string;
  albumId: string;
  otherAlbumId: string;
  mediaId: string;
  fileKey: string;
  /** Of a screen that waits to be added. */
  spareCode: string;
  playlistId: string;
  deviceId: string;
  publishId: string;
  addressId: string;
  orgId: string;
  screen: TestScreen;
}

interface Case {
  kind: keyof typeof KINDS;
  url: (objects: Objects) => string;
  body?: (objects: Objects) => unknown;
}

const at = (kind: keyof typeof KINDS, url: (objects: Objects) => string, body?: (objects: Objects) => unknown): Case => ({
  kind,
  url,
  body,
});
const home = { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' };

const CASES: Record<string, Case> = {
  'POST /api/users/login': at(
    'public',
    () => '/users/login',
    () => ({ email: 'x' }),
  ),
  'GET /api/users/login/key': at('public', () => '/users/login/key'),
  'POST /api/users': at(
    'public',
    () => '/users',
    () => ({}),
  ),
  'PUT /api/users/email/verify': at(
    'public',
    () => '/users/email/verify',
    () => ({}),
  ),
  'PUT /api/users/forgot/password': at(
    'public',
    () => '/users/forgot/password',
    () => ({}),
  ),
  'PUT /api/users/reset/password': at(
    'public',
    () => '/users/reset/password',
    () => ({}),
  ),
  'GET /api/contacts/captcha': at('public', () => '/contacts/captcha'),
  'POST /api/contacts': at(
    'public',
    () => '/contacts',
    () => ({}),
  ),
  'POST /api/register/device': at(
    'public',
    () => '/register/device',
    () => ({ x: 1 }),
  ),
  'GET /api/openapi.json': at('public', () => '/openapi.json'),
  'POST /api/users/media-cookie': at('self', () => '/users/media-cookie'),
  'GET /api/users/sessions': at('self', () => '/users/sessions'),
  'DELETE /api/users/sessions': at('self', () => '/users/sessions'),
  'DELETE /api/users/sessions/:id': at('ownOnly', () => '/users/sessions/{ownSession}'),
  'PUT /api/users/password': at(
    'self',
    () => '/users/password',
    () => ({}),
  ),
  'GET /api/mastervalues': at('self', () => '/mastervalues'),
  'GET /api/postercombination': at('self', () => '/postercombination'),
  'GET /api/postercombination/get/price': at('self', () => '/postercombination/get/price'),
  'GET /api/users/export': at('self', () => '/users/export'),
  'GET /api/albums/users/storages/:userId': at('read', (o) => `/albums/users/storages/${o.userId}`),
  'GET /api/users/ftp/server': at('self', () => '/users/ftp/server'),
  'POST /api/users/ftp/server': at(
    'self',
    () => '/users/ftp/server',
    () => ({}),
  ),
  'GET /api/users/:userId': at('read', (o) => `/users/${o.userId}`),
  'PUT /api/users/:id': at(
    'write',
    (o) => `/users/${o.userId}`,
    () => ({ name: 'Renamed' }),
  ),
  'DELETE /api/users/:id': at(
    'ownOnly',
    (o) => `/users/${o.userId}`,
    () => ({ password: 'not the password' }),
  ),
  'PUT /api/users/privecy/:userId': at(
    'write',
    (o) => `/users/privecy/${o.userId}`,
    () => ({ privacy: true }),
  ),
  'GET /api/address/:userId': at('read', (o) => `/address/${o.userId}`),
  'POST /api/address': at(
    'self',
    () => '/address',
    () => home,
  ),
  'PUT /api/address/:id': at(
    'write',
    (o) => `/address/${o.addressId}`,
    () => home,
  ),
  'DELETE /api/address/:id': at('write', (o) => `/address/${o.addressId}`),
  'GET /api/notifications/:userId': at('read', (o) => `/notifications/${o.userId}`),
  'PUT /api/notifications/:userId': at('write', (o) => `/notifications/${o.userId}`),
  'GET /api/subscriptions/:userId': at('read', (o) => `/subscriptions/${o.userId}`),
  'GET /api/organizations/details/:orgId': at('read', (o) => `/organizations/details/${o.orgId}`),
  'GET /api/albums/:userId': at('read', (o) => `/albums/${o.userId}`),
  'GET /api/albums/details/:id': at('read', (o) => `/albums/details/${o.albumId}`),
  'POST /api/albums': at(
    'write',
    () => '/albums',
    (o) => ({ name: 'Planted', userId: o.userId }),
  ),
  'PUT /api/albums/:id': at(
    'write',
    (o) => `/albums/${o.albumId}`,
    () => ({ name: 'Renamed' }),
  ),
  'DELETE /api/albums/:id': at('write', (o) => `/albums/${o.albumId}`),
  'GET /api/albums': at('read', (o) => `/albums?userId=${o.userId}`),
  'GET /api/albums/shares/:userId': at('read', (o) => `/albums/shares/${o.userId}`),
  'GET /api/albums/all/search': at('read', (o) => `/albums/all/search?string=x&userId=${o.userId}`),
  'GET /api/medias/search': at('read', (o) => `/medias/search?string=x&userId=${o.userId}`),
  'GET /api/share/email/search/:text': at('self', () => '/share/email/search/somebody'),
  'PUT /api/albums/share/:albumId': at(
    'write',
    (o) => `/albums/share/${o.albumId}`,
    () => ({ emailArr: [{ email: 'somebody.else@example.com', permission: 'read' }] }),
  ),
  'DELETE /api/albums/shares/:albumId': at(
    'write',
    (o) => `/albums/shares/${o.albumId}`,
    () => ({ userRemoveId: ['somebody@example.com'] }),
  ),
  // Whose invitation it is decides, not whose album: modules/albums/sharing.test.ts.
  'PUT /api/albums/share/action/:invitationId': at(
    'ownOnly',
    () => `/albums/share/action/${randomUUID()}`,
    () => ({ type: 'accept' }),
  ),
  'GET /api/bin/:userId': at('read', (o) => `/bin/${o.userId}`),
  'PUT /api/bin/:userId/restore': at(
    'write',
    (o) => `/bin/${o.userId}/restore`,
    () => ({}),
  ),
  'DELETE /api/bin/:userId': at(
    'write',
    (o) => `/bin/${o.userId}`,
    () => ({ all: true }),
  ),
  'GET /api/medias/:albumId': at('read', (o) => `/medias/${o.albumId}`),
  'GET /api/medias/media/:mediaId': at('read', (o) => `/medias/media/${o.mediaId}`),
  'PUT /api/medias/:mediaId': at(
    'write',
    (o) => `/medias/${o.mediaId}`,
    () => ({ name: 'Renamed' }),
  ),
  'DELETE /api/medias/:albumId': at(
    'write',
    (o) => `/medias/${o.albumId}`,
    (o) => ({ mediaIdArr: [o.mediaId] }),
  ),
  'GET /api/medias/:albumId/layout': at('read', (o) => `/medias/${o.albumId}/layout`),
  'GET /api/medias/:albumId/ids': at('read', (o) => `/medias/${o.albumId}/ids`),
  'PUT /api/medias/:albumId/order': at(
    'write',
    (o) => `/medias/${o.albumId}/order`,
    (o) => ({ mediaIdArr: [o.mediaId], beforeId: null }),
  ),
  'PUT /api/medias/:albumId/move': at(
    'write',
    (o) => `/medias/${o.albumId}/move`,
    (o) => ({ albumId: o.otherAlbumId, mediaIdArr: [o.mediaId] }),
  ),
  'PUT /api/medias/:albumId/copy': at(
    'write',
    (o) => `/medias/${o.albumId}/copy`,
    (o) => ({ albumId: o.otherAlbumId, mediaIdArr: [o.mediaId] }),
  ),
  'POST /api/uploads/media/rotate/:mediaId': at(
    'write',
    (o) => `/uploads/media/rotate/${o.mediaId}`,
    () => ({ rotateAngle: 90 }),
  ),
  'POST /api/uploads/zip': at(
    'read',
    () => '/uploads/zip',
    (o) => ({ albumId: o.albumId }),
  ),
  'GET /api/uploads/zip/:key': at('ownOnly', () => `/uploads/zip/${randomUUID()}`),
  'GET /api/uploads': at('read', (o) => `/uploads?key=${o.fileKey}`),
  'GET /api/uploads/media/download': at('read', (o) => `/uploads/media/download?key=${o.fileKey}`),
  'GET /api/playlists/:userId': at('read', (o) => `/playlists/${o.userId}`),
  'GET /api/playlists/search/:text': at('read', (o) => `/playlists/search/Evenings?userId=${o.userId}`),
  'GET /api/playlists/details/:id': at('read', (o) => `/playlists/details/${o.playlistId}`),
  'GET /api/playlists/items/:id': at('read', (o) => `/playlists/items/${o.playlistId}`),
  'POST /api/playlists': at(
    'write',
    () => '/playlists',
    (o) => ({ name: 'Planted', userId: o.userId }),
  ),
  'PUT /api/playlists/:id': at(
    'write',
    (o) => `/playlists/${o.playlistId}`,
    () => ({ name: 'Renamed' }),
  ),
  'DELETE /api/playlists/:id': at('write', (o) => `/playlists/${o.playlistId}`),
  'POST /api/playlists/album/add/:playlistId': at(
    'write',
    (o) => `/playlists/album/add/${o.playlistId}`,
    (o) => ({ albumArr: [{ albumId: o.albumId }] }),
  ),
  'DELETE /api/playlists/:id/album/remove': at(
    'write',
    (o) => `/playlists/${o.playlistId}/album/remove`,
    (o) => ({ albumId: o.albumId }),
  ),
  'GET /api/devices/users/:userId': at('read', (o) => `/devices/users/${o.userId}`),
  'GET /api/devices/users/:userId/ids': at('read', (o) => `/devices/users/${o.userId}/ids`),
  'GET /api/devices/users/:userId/starting': at('read', (o) => `/devices/users/${o.userId}/starting`),
  'POST /api/devices/progress': at(
    'read',
    () => '/devices/progress',
    (o) => ({ deviceId: [o.deviceId] }),
  ),
  'GET /api/devices/:id': at('read', (o) => `/devices/${o.deviceId}`),
  'GET /api/devices/:id/plays': at('read', (o) => `/devices/${o.deviceId}/plays`),
  'POST /api/devices': at(
    'write',
    () => '/devices',
    (o) => ({ name: 'Planted', deviceId: o.spareCode, timeZone: 'UTC', userId: o.userId }),
  ),
  'PUT /api/devices/:id': at(
    'write',
    (o) => `/devices/${o.deviceId}`,
    () => ({ name: 'Renamed' }),
  ),
  'PUT /api/devices/info/:deviceId': at(
    'write',
    (o) => `/devices/info/${o.deviceId}`,
    () => ({ showInfo: 1 }),
  ),
  'PUT /api/devices/actions/:deviceId': at(
    'write',
    (o) => `/devices/actions/${o.deviceId}`,
    () => ({ action: 'next' }),
  ),
  'GET /api/devices/search/:text': at('read', (o) => `/devices/search/kitchen?userId=${o.userId}`),
  'GET /api/devices/data/search': at('read', (o) => `/devices/data/search?string=kitchen&userId=${o.userId}`),
  'GET /api/versions': at('self', () => '/versions'),
  'PUT /api/devices/version/update/:deviceId': at(
    'write',
    (o) => `/devices/version/update/${o.deviceId}`,
    () => ({ url: '/screen', version: '1', versionCode: '1' }),
  ),
  'DELETE /api/devices/:id': at('write', (o) => `/devices/${o.deviceId}`),
  'GET /api/publishes': at('read', (o) => `/publishes?deviceId=${o.deviceId}`),
  'POST /api/publishes': at(
    'write',
    () => '/publishes',
    (o) => ({ playlistId: o.playlistId, deviceId: o.deviceId }),
  ),
  'POST /api/publishes/forecast': at(
    'read',
    () => '/publishes/forecast',
    (o) => ({ playlistId: o.playlistId, deviceId: o.deviceId }),
  ),
  'PUT /api/publishes/:id': at(
    'write',
    (o) => `/publishes/${o.publishId}`,
    () => ({ status: 'active' }),
  ),
  'PUT /api/publishes/schedule/:publishId': at(
    'write',
    (o) => `/publishes/schedule/${o.publishId}`,
    () => ({ schedule: { startTime: '10:00', endTime: '11:00' } }),
  ),
  'PUT /api/publishes/schedule/reset/:publishId': at('write', (o) => `/publishes/schedule/reset/${o.publishId}`),
  'DELETE /api/publishes/playlist/delete': at(
    'write',
    (o) => `/publishes/playlist/delete?deviceId=${o.deviceId}&playlistId=${o.playlistId}`,
  ),
  'GET /api/screens/manifest': at('screen', () => '/screens/manifest'),
  'POST /api/screens/plays': at(
    'screen',
    () => '/screens/plays',
    () => ({ plays: [] }),
  ),
  'GET /api/screens/files/:sha256': at('screen', () => `/screens/files/${'0'.repeat(64)}`),
  'POST /api/medias': at(
    'ownOnly',
    () => '/medias',
    (o) => ({ albumId: o.albumId, mediaFile: [{ key: o.fileKey }] }),
  ),
  'GET /api/streams/:key': at('ownOnly', () => `/streams/${randomUUID()}`),
  'GET /api/streams/:key/:part': at('ownOnly', () => `/streams/${randomUUID()}/main.m3u8`),
  'POST /api/uploads': at(
    'self',
    () => '/uploads',
    () => ({}),
  ),
  'POST /api/users/logout': at('self', () => '/users/logout'),
};

/** Decided elsewhere: the tus protocol has its own tests of whose an upload is, and a stream that does not exist is absent for all. */
const ELSEWHERE = /^(OPTIONS|POST|PATCH|DELETE|HEAD) \/api\/uploads\/tus/;
const ABSENT_FOR_ALL = new Set([
  'PUT /api/albums/share/action/:invitationId',
  'GET /api/uploads/zip/:key',
  'GET /api/streams/:key',
  'GET /api/streams/:key/:part',
  'DELETE /api/users/sessions/:id',
]);
/** These would end the actor's own session for the cases that follow, so they come last. */
const LAST = ['DELETE /api/users/sessions', 'POST /api/users/logout', 'DELETE /api/users/:id'];

let test: TestApp;
const people = {} as Record<ActorName, TestPerson | undefined>;

beforeAll(async () => {
  test = await createTestApp();
  const withRole = async (change: object): Promise<TestPerson> => {
    const person = await aPerson(test);
    await test.db.updateTable('users').set(change).where('id', '=', person.user._id).execute();
    return person;
  };
  people.user = await aPerson(test, { devices: 10_000 });
  await test.db.insertInto('versions').values({ id: randomUUID(), url: '/screen', version: '1', version_code: '1' }).execute();
  people.otherUser = await aPerson(test);
  people.owner = await aPerson(test);
  people.subAdmin = await aPerson(test);
  people.admin = await withRole({ role: 'admin' });
  people.superAdmin = await withRole({ role: 'admin', is_super_admin: true });
  people.support = await withRole({ role: 'support' });
  people.host = await withRole({ role: 'host' });
  people.advUser = await withRole({ role: 'advUser' });
  people.disabled = await withRole({ disabled_at: new Date() });
  people.unverified = await withRole({ verified_at: null });
  people.expired = await aPerson(test);
  const longAgo = { expires_at: new Date(0) };
  await test.db.updateTable('sessions').set(longAgo).where('user_id', '=', people.expired.user._id).execute();
  const family = await anOrganisation();
  for (const [person, orgRole] of [
    [people.owner, 'owner'],
    [people.subAdmin, 'subAdmin'],
  ] as const) {
    await test.db.insertInto('organisation_members').values({ org_id: family, user_id: person.user._id, org_role: orgRole }).execute();
  }
});
afterAll(() => test.close());

async function anOrganisation(): Promise<string> {
  const id = randomUUID();
  await test.db.insertInto('organisations').values({ id, name: 'Family' }).execute();
  return id;
}

/** Everything one person can own, fresh, so that a case may destroy it. */
async function objectsOf(person: TestPerson): Promise<Objects> {
  const album = await anAlbum(person);
  const media = await aPhoto(test, person, album._id);
  const playlist = await aPlaylist(person, { albumIds: [album._id] });
  const screen = await aScreen(test);
  const device = await aDevice(person, screen);
  const [publish] = (await person.call('POST', '/publishes', { playlistId: playlist._id, deviceId: device._id })).json<{
    result: { _id: string }[];
  }>().result;
  // One person may have 200 of them, and there are more cases than that.
  await test.db.deleteFrom('addresses').where('user_id', '=', person.user._id).execute();
  const address = (await person.call('POST', '/address', home)).json<{ result: { _id: string } }>().result;
  const orgId = await anOrganisation();
  await test.db.insertInto('organisation_members').values({ org_id: orgId, user_id: person.user._id, org_role: 'owner' }).execute();
  return {
    userId: person.user._id,
    albumId: album._id,
    otherAlbumId: (await anAlbum(person))._id,
    mediaId: media._id,
    fileKey: media.mediaFile.key,
    spareCode: (await aScreen(test)).deviceId,
    playlistId: playlist._id,
    deviceId: device._id,
    publishId: publish?._id ?? '',
    addressId: address._id,
    orgId,
    screen,
  };
}

async function ask(name: string, { url, body }: Case, actor: ActorName, objects: Objects): Promise<number> {
  const method = name.split(' ')[0] as InjectOptions['method'];
  const token = people[actor]?.token;
  const answer = await test.app.inject({
    method,
    url: `/api${url(objects).replace('{ownSession}', '0'.repeat(32))}`,
    headers: token ? { authorization: token } : {},
    ...(body ? { payload: body(objects) as object } : {}),
  });
  return answer.statusCode;
}

const isRefusal = (status: number) => status === 401 || status === 403 || status === 404;

describe('every route and every actor', () => {
  it('has each route of the API in the table, and no route that is gone', () => {
    const declared = test
      .routes()
      .filter(({ method, url }) => url.startsWith('/api/') && method !== 'HEAD' && !url.startsWith('/api/docs'))
      .map(({ method, url }) => `${method} ${url}`)
      .filter((name) => !ELSEWHERE.test(name));
    expect([...new Set(declared)].toSorted()).toEqual(Object.keys(CASES).toSorted());
  });

  const names = Object.keys(CASES).toSorted((a, b) => LAST.indexOf(a) - LAST.indexOf(b));
  it.each(names)('%s', { timeout: 60_000 }, async (name) => {
    const entry = CASES[name];
    const owner = people.user;
    if (!entry || !owner) throw new Error(`No case ${name}`);
    const isDestructive = entry.kind === 'write';
    let objects = await objectsOf(owner);
    for (const actor of ACTORS) {
      const expected = ABSENT_FOR_ALL.has(name) && KINDS[entry.kind][actor] === 'through' ? 404 : KINDS[entry.kind][actor];
      const status = await ask(name, entry, actor, objects);
      if (expected === 'through') expect(isRefusal(status), `${actor}: ${status}`).toBe(false);
      else expect(status, actor).toBe(expected);
      if (isDestructive && expected === 'through') objects = await objectsOf(owner);
      if (LAST.includes(name) && people[actor] && expected === 'through') people[actor] = await signIn(test, people[actor]);
    }
  });
});
