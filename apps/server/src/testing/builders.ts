import { createHash, randomInt } from 'node:crypto';
import type { Album, Device, Media, Playlist, UploadedFile, User } from '@vitrine/contract';
import { createAlbum } from '@vitrine/contract/albums.endpoints';
import { createDevice } from '@vitrine/contract/devices.endpoints';
import { buildPath, type Endpoint, type EndpointInput, type EndpointResult, type PathParams } from '@vitrine/contract/endpoint';
import { createMedia } from '@vitrine/contract/media.endpoints';
import { addPlaylistAlbums, createPlaylist } from '@vitrine/contract/playlists.endpoints';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { newId } from '../platform/ids.ts';
import { insertPerson, PASSWORD } from './people.ts';
import type { TestApp } from './test-app.ts';

/** A signed-in person with a method that calls the API as this person. */
export interface TestPerson {
  user: User;
  token: string;
  email: string;
  password: string;
  call(method: InjectOptions['method'], url: string, body?: unknown): Promise<LightMyRequestResponse>;
}

/** Calls an endpoint and returns its result. Throws when it is refused; use `person.call` to test a refusal. */
export async function callEndpoint<E extends Endpoint>(
  person: TestPerson,
  endpoint: E,
  ...[input]: InputArgs<E>
): Promise<EndpointResult<E>> {
  const { params = {}, query = {}, body }: { params?: Record<string, string>; query?: object; body?: unknown } = input ?? {};
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]));
  const answer = await person.call(endpoint.method, `${buildPath(endpoint, params as PathParams<E['path']>)}?${search.toString()}`, body);
  const { error, result } = answer.json<{ error: boolean; result: EndpointResult<E> }>();
  if (error) throw new Error(`${endpoint.method} ${endpoint.path} was refused: ${answer.body}`);
  return result;
}
type InputArgs<E extends Endpoint> = object extends EndpointInput<E> ? [input?: EndpointInput<E>] : [input: EndpointInput<E>];

/** Each person gets a separate client address, so that rate limits count as in production. */
const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

export { PASSWORD } from './people.ts';

const YEAR_MS = 31_536_000_000;

interface PersonChoices {
  name?: string;
  email?: string;
  password?: string;
  devices?: number;
  hasAcceptedPrivacy?: boolean;
}

/** Creates a verified and signed-in person; `devices` adds a plan that allows this number of devices. */
export async function aPerson(
  test: TestApp,
  { name = 'Ana Lima', email = `${newId()}@example.com`, password = PASSWORD, devices, hasAcceptedPrivacy }: PersonChoices = {},
): Promise<TestPerson> {
  const { userId, token } = await insertPerson(test.db, { name, email, password, hasAcceptedPrivacy });
  const call = callerOf(test, token);
  const { result: user } = (await call('GET', `/users/${userId}`)).json<{ result: User }>();
  const person = { user, token, email, password, call };
  if (devices !== undefined) await aPlan(test, person, { devices });
  return person;
}

/** Creates a user through the API: signs up, opens the emailed link, signs in and accepts the privacy agreement. For tests of these steps. */
export async function aNewUser(
  test: TestApp,
  { name = 'Ana Lima', email = `${newId()}@example.com`, password = PASSWORD }: PersonChoices = {},
): Promise<TestPerson> {
  await test.app.inject({ method: 'POST', url: '/api/users', remoteAddress: anAddress(), payload: { name, email, password } });
  await test.runJobs();
  const link = new URL(verificationLink(test));
  const body = { key: link.searchParams.get('emailvfkey'), lock: link.searchParams.get('emailvflock') };
  await test.app.inject({ method: 'PUT', url: '/api/users/email/verify?type=create_user', remoteAddress: anAddress(), payload: body });
  const person = await signIn(test, { email, password });
  await person.call('PUT', `/users/privecy/${person.user._id}`, { privacy: true });
  return person;
}

const callerOf =
  (test: TestApp, token: string): TestPerson['call'] =>
  (method, url, body) =>
    test.app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: token },
      ...(body === undefined ? {} : { payload: body as object }),
    });

interface PlanChoices {
  source?: 'card' | 'given';
  planName?: string;
  users?: number;
  devices?: number;
  playlists?: number | null;
  albums?: number | null;
  sharingGroups?: number | null;
  storageBytes?: number;
  endsAt?: Date;
}

/** Replaces the Free plan with a plan that was bought or granted. */
export async function aPlan(
  test: TestApp,
  { user }: TestPerson,
  {
    source = 'card',
    planName = 'Individual',
    users = 1,
    devices = 5,
    playlists = null,
    albums = null,
    sharingGroups = null,
    storageBytes = 15e9,
    endsAt,
  }: PlanChoices = {},
) {
  const plan = {
    plan_name: planName,
    users,
    devices,
    storage_bytes: storageBytes,
    playlists,
    albums,
    sharing_groups: sharingGroups,
    ends_at: endsAt ?? new Date(Date.now() + YEAR_MS),
  };
  await test.db
    .insertInto('entitlements')
    .values({ user_id: user._id, source, ...plan })
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doUpdateSet(plan))
    .execute();
}

export const verificationLink = (test: TestApp): string => mailLink(test, 'emailvfkey').toString();

/** Returns the newest emailed link with this query parameter. */
export function mailLink(test: TestApp, key: string): URL {
  const line = test.printed.findLast((printed) => printed.includes(`?${key}=`));
  if (!line) throw new Error(`No link with ${key} was printed`);
  return new URL(line.trim());
}

export async function signIn(test: TestApp, { email, password }: { email: string; password: string }): Promise<TestPerson> {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/users/login',
    remoteAddress: anAddress(),
    payload: { email, password },
  });
  const { token, result } = answer.json<{ token: string; result: User }>();
  return { user: result, token, email, password, call: callerOf(test, token) };
}

export async function anAlbum(person: TestPerson, { name = 'Summer' } = {}): Promise<Album> {
  return callEndpoint(person, createAlbum, { body: { name } });
}

export async function aPlaylist(person: TestPerson, { name = 'Evenings', albumIds = [] as string[] } = {}): Promise<Playlist> {
  const playlist = await callEndpoint(person, createPlaylist, { body: { name } });
  if (albumIds.length > 0) {
    const albumArr = albumIds.map((albumId) => ({ albumId }));
    await callEndpoint(person, addPlaylistAlbums, { params: { playlistId: playlist._id }, body: { albumArr } });
  }
  return playlist;
}

/** A registered screen with a method that calls the API as this screen. */
export interface TestScreen {
  deviceId: string;
  secret: string;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

export async function aScreen(test: TestApp): Promise<TestScreen> {
  const answer = await test.app.inject({ method: 'POST', url: '/api/register/device', remoteAddress: anAddress(), payload: {} });
  const { deviceId, secret } = answer.json<{ result: { deviceId: string; secret: string } }>().result;
  return {
    deviceId,
    secret,
    get: (url, headers = {}) =>
      test.app.inject({ method: 'GET', url: `/api${url}`, headers: { authorization: `Screen ${deviceId}:${secret}`, ...headers } }),
  };
}

export async function aDevice(
  person: TestPerson,
  screen: TestScreen,
  { name = 'Kitchen', timeZone = 'Europe/Lisbon' } = {},
): Promise<Device> {
  return callEndpoint(person, createDevice, { body: { name, deviceId: screen.deviceId, timeZone } });
}

/** Uploads a photo of one colour, adds it to the album, runs its jobs, and returns its media item. */
export async function aPhoto(
  test: TestApp,
  person: TestPerson,
  albumId: string,
  { name = 'photo.jpg', colour = '#336699', width = 320, height = 200 } = {},
): Promise<Media> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
  const { key } = await uploadFile(test, person, { name, bytes });
  const [media] = await callEndpoint(person, createMedia, { body: { albumId, mediaFile: [{ key }] } });
  await test.runJobs();
  if (!media) throw new Error('The photo was not attached.');
  return media;
}

let samplePicture: Promise<Buffer> | undefined;

/** Creates an uploaded and prepared photo by inserting its rows: the bytes are stored, and no job runs. */
export async function aStoredPhoto(test: TestApp, { user }: TestPerson, albumId: string): Promise<{ mediaId: string; fileId: string }> {
  samplePicture ??= sharp({ create: { width: 32, height: 20, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  const [bytes, fileId, mediaId] = [await samplePicture, newId(), newId()];
  const file = {
    owner_id: user._id,
    sha256: createHash('sha256').update(fileId).digest('hex'),
    size_bytes: bytes.length,
    mimetype: 'image/jpeg',
    kind: 'image',
    width: 32,
    height: 20,
  };
  const originalKey = `${fileId.slice(-2)}/${fileId}`;
  for (const key of [originalKey, `${originalKey}.screen`]) await test.files.put(key, bytes);
  const original = { ...file, id: fileId, role: 'original', storage_key: originalKey, original_name: 'photo.jpg' };
  const copy = { ...file, id: newId(), root_id: fileId, role: 'screen', storage_key: `${originalKey}.screen` };
  for (const values of [original, copy]) await test.db.insertInto('files').values(values).execute();
  const media = { id: mediaId, album_id: albumId, file_id: fileId, kind: 'image', name: 'photo', sequence: 1, status: 6 };
  await test.db
    .insertInto('media')
    .values({ ...media, uploaded_by: user._id, size_bytes: bytes.length })
    .execute();
  return { mediaId, fileId };
}

export async function uploadFile(test: TestApp, person: TestPerson, file: { name: string; bytes: Buffer }): Promise<UploadedFile> {
  const answer = await postFile(test, person, file);
  const [uploaded] = answer.json<{ result?: UploadedFile[] }>().result ?? [];
  if (!uploaded) throw new Error(`The upload was refused: ${answer.body}`);
  return uploaded;
}

/** Sends POST /uploads with one file in the field `file`. */
export async function postFile(
  test: TestApp,
  person: TestPerson,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<LightMyRequestResponse> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const encoded = new Response(form);
  return test.app.inject({
    method: 'POST',
    url: '/api/uploads?fileType=image',
    headers: { authorization: person.token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}
