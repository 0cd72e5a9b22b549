/** Every kind of relation to an album against every route for it or its bytes. Each cell states the expected result: `ok`, or the status of the refusal. */
import type { Album, Media } from '@vitrine/contract';
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from './platform/ids.ts';
import type { LiveMessage, Nudge } from './platform/live/live.ts';
import { startLiveListener } from './platform/live/live-listener.ts';
import { anAlbum, aPerson, aPhoto, aPlan, type TestPerson, uploadFile } from './testing/builders.ts';
import { aFamily } from './testing/families.ts';
import * as files from './testing/media-files.ts';
import { openTestApp } from './testing/shared-test-app.ts';
import { joinAlbum, shareAlbum } from './testing/sharing.ts';
import { viewAccount } from './testing/staff.ts';
import type { TestApp } from './testing/test-app.ts';

const ACTORS = [
  'owner',
  'organisation',
  'write',
  'read',
  'invited',
  'removed',
  'formerMember',
  'otherOwner',
  'stranger',
  'anonymous',
] as const;
type ActorName = (typeof ACTORS)[number];
type Outcome = 'ok' | 401 | 403 | 404;
type Row = Record<ActorName, Outcome>;

const row = (owner: Outcome, organisation: Outcome, write: Outcome, read: Outcome, others: Partial<Row> = {}): Row => ({
  owner,
  organisation,
  write,
  read,
  invited: 404,
  removed: 404,
  formerMember: 404,
  otherOwner: 404,
  stranger: 404,
  anonymous: 401,
  ...others,
});

/** Actors who can see the album. */
const SEES = row('ok', 'ok', 'ok', 'ok');
/** Actors who can add media to the album. */
const ADDS = row('ok', 'ok', 'ok', 404);
/** Actors who can arrange the album. A refusal looks as if the album did not exist. */
const ARRANGES = row('ok', 'ok', 404, 404);
/** The same, but members get ACCESS_DENIED. */
const EDITS = row('ok', 'ok', 403, 403);
/** Actors who share the album or are invited to it. */
const LEAVES = row(404, 404, 'ok', 'ok', { invited: 'ok' });

interface Objects {
  albumId: string;
  photo: Media;
  /** A second media of the album, so that its order can be changed. */
  otherId: string;
  film: Media;
  /** The actor's own objects: an album and a file in no album. */
  ownAlbumId: string;
  ownKey: string;
  actorId: string;
  memberId: string;
}

type Method = NonNullable<InjectOptions['method']>;
type Case = [name: string, row: Row, method: Method, url: (o: Objects) => string, body?: (o: Objects) => object];

/** Cases without changes, so that all actors use the same album. */
const READS: Case[] = [
  ['details', SEES, 'GET', (o) => `/albums/details/${o.albumId}`],
  ['list', SEES, 'GET', (o) => `/medias/${o.albumId}`],
  ['layout', SEES, 'GET', (o) => `/medias/${o.albumId}/layout`],
  ['ids', SEES, 'GET', (o) => `/medias/${o.albumId}/ids`],
  ['one media', SEES, 'GET', (o) => `/medias/media/${o.photo._id}`],
  ['thumbnail', SEES, 'GET', (o) => `/uploads?key=${o.photo.mediaFile.key}&width=64`],
  ['turned thumbnail', SEES, 'GET', (o) => `/uploads?key=${o.photo.mediaFile.key}~90&width=64`],
  ['original', SEES, 'GET', (o) => `/uploads/media/download?key=${o.photo.mediaFile.key}`],
  ['still', SEES, 'GET', (o) => `/uploads?key=${o.film.videoThumbnail}&width=64`],
  ['original film', SEES, 'GET', (o) => `/uploads/media/download?key=${o.film.mediaFile.key}`],
  ['MP4', SEES, 'GET', (o) => `/streams/${o.film.keys['720']}`],
  ['HLS playlist', SEES, 'GET', (o) => `/${o.film.main}`],
  ['zip', SEES, 'POST', () => '/uploads/zip', (o) => ({ albumId: o.albumId })],
  ['HLS segment', SEES, 'GET', (o) => `/${o.film.main?.replace('main.m3u8', 'seg_0.m4s')}`],
];

/** Cases with changes, for which each actor gets a separate album. */
const CHANGES: Case[] = [
  ['add', ADDS, 'POST', () => '/medias', (o) => ({ albumId: o.albumId, mediaFile: [{ key: o.ownKey }] })],
  ['caption', ARRANGES, 'PUT', (o) => `/medias/${o.photo._id}`, () => ({ caption: 'Theirs' })],
  ['place', ARRANGES, 'PUT', (o) => `/medias/${o.photo._id}`, () => ({ sequence: 2 })],
  ['order', ARRANGES, 'PUT', (o) => `/medias/${o.albumId}/order`, (o) => ({ mediaIdArr: [o.otherId], beforeId: o.photo._id })],
  ['turn', ARRANGES, 'POST', (o) => `/uploads/media/rotate/${o.photo._id}`, () => ({ rotateAngle: 90 })],
  ['delete media', ARRANGES, 'DELETE', (o) => `/medias/${o.albumId}`, (o) => ({ mediaIdArr: [o.photo._id] })],
  ['move out', ARRANGES, 'PUT', (o) => `/medias/${o.albumId}/move`, (o) => ({ albumId: o.ownAlbumId, mediaIdArr: [o.photo._id] })],
  ['copy out', ADDS, 'PUT', (o) => `/medias/${o.albumId}/copy`, (o) => ({ albumId: o.ownAlbumId, mediaIdArr: [o.photo._id] })],
  ['rename', EDITS, 'PUT', (o) => `/albums/${o.albumId}`, () => ({ name: 'Theirs' })],
  ['cover', EDITS, 'PUT', (o) => `/albums/${o.albumId}`, (o) => ({ thumbnail: { key: o.photo.mediaFile.key } })],
  [
    'share',
    EDITS,
    'PUT',
    (o) => `/albums/share/${o.albumId}`,
    () => ({ emailArr: [{ email: `${newId()}@example.com`, permission: 'write' }] }),
  ],
  ['remove others', ARRANGES, 'DELETE', (o) => `/albums/shares/${o.albumId}`, (o) => ({ userRemoveId: [o.memberId] })],
  ['leave', LEAVES, 'DELETE', (o) => `/albums/shares/${o.albumId}`, (o) => ({ userRemoveId: [o.actorId] })],
  ['delete album', ARRANGES, 'DELETE', (o) => `/albums/${o.albumId}`],
];

let test: TestApp;
const people = {} as Record<ActorName, TestPerson>;
let member: TestPerson;
let orgId: string;
let shown: { albumId: string; photo: Media; film: Media };

beforeAll(async () => {
  test = await openTestApp();
  for (const name of ACTORS) {
    people[name] = await aPerson(test, { name: `The ${name}` });
    await aPlan(test, people[name]);
  }
  member = await aPerson(test);
  const { owner, organisation, formerMember, otherOwner } = people;
  orgId = (await aFamily(test, owner, [organisation, formerMember])).orgId;
  await aFamily(test, otherOwner);
  const albumId = await aSharedAlbum();
  const photo = await aPhoto(test, people.owner, albumId);
  const film = await uploadFile(test, people.owner, {
    name: 'clip.mov',
    bytes: await files.aVideo({ codec: 'hevc', container: 'mov', seconds: 1 }),
  });
  await people.owner.call('POST', '/medias', { albumId, mediaFile: [{ key: film.key }] });
  await test.runJobs();
  const list = (await people.owner.call('GET', `/medias/${albumId}`)).json<{ result: Media[] }>().result;
  const ready = list.find((media) => media.kind === 'video');
  if (!ready?.main) throw new Error('The film is not ready');
  shown = { albumId, photo, film: ready };
  // All members have seen the album, so grants may be cached. They must be refused now.
  for (const [, , method, url, body] of READS) {
    const objects = { ...shown, otherId: '', ownAlbumId: '', ownKey: '', actorId: '', memberId: '' };
    expect(outcomeOf((await formerMember.call(method, url(objects), body?.(objects))).statusCode)).toBe('ok');
  }
  expect((await owner.call('DELETE', `/organizations/${orgId}/members/${formerMember.user._id}`)).statusCode).toBe(200);
}, 120_000);
afterAll(() => test.close());

/** Creates an album of the organisation in which each person has the role of their name, through the API. */
async function aSharedAlbum(): Promise<string> {
  const { owner, write, read, invited, removed } = people;
  const album = (await owner.call('POST', '/albums', { name: 'Shared', orgId })).json<{ result: Album }>().result;
  await joinAlbum(owner, album._id, write, 'write');
  await joinAlbum(owner, album._id, read, 'read');
  await joinAlbum(owner, album._id, member, 'read');
  await joinAlbum(owner, album._id, removed, 'write');
  await shareAlbum(owner, album._id, invited, 'write');
  await owner.call('DELETE', `/albums/shares/${album._id}`, { userRemoveId: [removed.user._id] });
  return album._id;
}

/** Creates the same album by inserting rows, because calls are rate-limited per person. Only the removal uses the API. */
async function aCopyOfIt(): Promise<string> {
  const { owner, write, read, invited, removed } = people;
  const album = (await owner.call('POST', '/albums', { name: 'Shared', orgId })).json<{ result: Album }>().result;
  const share = (person: TestPerson, permission: string, isAccepted: boolean) => ({
    id: newId(),
    album_id: album._id,
    user_id: person.user._id,
    permission,
    accepted_at: isAccepted ? new Date() : null,
    invited_by: owner.user._id,
  });
  const accepted = [share(write, 'write', true), share(read, 'read', true), share(member, 'read', true), share(removed, 'write', true)];
  await test.db
    .insertInto('album_shares')
    .values([...accepted, share(invited, 'write', false)])
    .execute();
  await owner.call('DELETE', `/albums/shares/${album._id}`, { userRemoveId: [removed.user._id] });
  return album._id;
}

/** Inserts media rows of the already uploaded files into a new album. */
async function objectsFor(actor: TestPerson): Promise<Objects> {
  const albumId = await aCopyOfIt();
  const [photoId, otherId] = [newId(), newId()];
  const like = await test.db
    .selectFrom('media')
    .select(['file_id', 'kind', 'name', 'uploaded_by', 'size_bytes', 'status'])
    .where('id', '=', shown.photo._id)
    .executeTakeFirstOrThrow();
  const rows = [photoId, otherId].map((id, index) => ({ ...like, id, album_id: albumId, sequence: index + 1 }));
  await test.db.insertInto('media').values(rows).execute();
  return {
    albumId,
    photo: { ...shown.photo, _id: photoId },
    otherId,
    film: shown.film,
    ownAlbumId: (await anAlbum(actor))._id,
    ownKey: (await uploadFile(test, actor, { name: 'own.jpg', bytes: await files.aJpeg({ width: 20, height: 20 }) })).key,
    actorId: actor.user._id,
    memberId: member.user._id,
  };
}

async function statusOf([, , method, url, body]: Case, name: ActorName, objects: Objects): Promise<number> {
  const headers = name === 'anonymous' ? {} : { authorization: people[name].token };
  const answer = await test.app.inject({
    method,
    url: `/api${url(objects)}`,
    headers,
    ...(body ? { payload: body(objects) } : {}),
  });
  return answer.statusCode;
}

const outcomeOf = (status: number): number | 'ok' => (status === 200 || status === 201 ? 'ok' : status);

describe('access to an album', () => {
  it.each(READS)('%s', async (...entry) => {
    const found: Record<string, number | 'ok'> = {};
    for (const name of ACTORS) {
      const objects = { ...shown, otherId: '', ownAlbumId: '', ownKey: '', actorId: '', memberId: '' };
      found[name] = outcomeOf(await statusOf(entry as Case, name, objects));
    }
    expect(found).toEqual(entry[1]);
  });

  it.each(CHANGES)('%s', { timeout: 60_000 }, async (...entry) => {
    const found: Record<string, number | 'ok'> = {};
    for (const name of ACTORS) found[name] = outcomeOf(await statusOf(entry as Case, name, await objectsFor(people[name])));
    expect(found).toEqual(entry[1]);
  });
});

describe('live rooms', () => {
  it('receive live events about an album only while the person may see it', async () => {
    const admin = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
    const received: Nudge[] = [];
    const listener = await startLiveListener({
      url: test.databaseUrl,
      onMessage: (message: LiveMessage) => 'event' in message && received.push(message),
      onResumed: () => undefined,
      log: pino({ level: 'silent' }),
    });
    const { albumId, photo } = await objectsFor(people.owner);
    await viewAccount(admin, people.owner);
    received.length = 0;
    await admin.call('PUT', `/medias/${photo._id}`, { caption: 'By the administrator' });
    const rooms = (event: string) => new Set(received.filter((nudge) => nudge.event === event).flatMap((nudge) => nudge.rooms));
    const all = new Set([people.owner, people.organisation, people.write, people.read, member].map(({ user }) => `person:${user._id}`));
    await expect.poll(() => rooms('albumUpdate')).toEqual(all);
    await people.owner.call('DELETE', `/albums/shares/${albumId}`, { userRemoveId: [people.read.user._id] });
    // A removed member receives an event about their album list, but none about the album itself.
    await expect.poll(() => rooms('notification').has(`person:${people.read.user._id}`)).toBe(true);
    received.length = 0;
    await people.owner.call('PUT', `/medias/${photo._id}`, { caption: 'By its owner' });
    await expect.poll(() => rooms('albumUpdate').size).toBe(all.size - 1);
    expect(rooms('albumUpdate').has(`person:${people.read.user._id}`)).toBe(false);
    await listener.stop();
  });
});
