import type { Album, Device, Playlist, User } from '@vitrine/contract';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { newId } from '../platform/ids.ts';
import type { TestApp } from './test-app.ts';

/** A signed-in person and how they call the API. */
export interface TestPerson {
  user: User;
  token: string;
  email: string;
  password: string;
  call(method: InjectOptions['method'], url: string, body?: unknown): Promise<LightMyRequestResponse>;
}

export const PASSWORD = 'correct horse';

/** Signs up, follows the link of the mail and signs in, as a person would. */
export async function aPerson(
  test: TestApp,
  { name = 'Ana Lima', email = `${newId()}@example.com`, password = PASSWORD } = {},
): Promise<TestPerson> {
  await test.app.inject({ method: 'POST', url: '/api/users', payload: { name, email, password } });
  await test.runJobs();
  const link = new URL(verificationLink(test));
  const body = { key: link.searchParams.get('emailvfkey'), lock: link.searchParams.get('emailvflock') };
  await test.app.inject({ method: 'PUT', url: '/api/users/email/verify?type=create_user', payload: body });
  return signIn(test, { email, password });
}

export function verificationLink(test: TestApp): string {
  const line = test.printed.findLast((printed) => printed.includes('emailvfkey'));
  if (!line) throw new Error('No verification link was printed');
  return line.trim();
}

export async function signIn(test: TestApp, { email, password }: { email: string; password: string }): Promise<TestPerson> {
  const answer = await test.app.inject({ method: 'POST', url: '/api/users/login', payload: { email, password } });
  const { token, result } = answer.json<{ token: string; result: User }>();
  return {
    user: result,
    token,
    email,
    password,
    call: (method, url, body) =>
      test.app.inject({
        method,
        url: `/api${url}`,
        headers: { authorization: token },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
  };
}

export async function anAlbum(person: TestPerson, { name = 'Summer' } = {}): Promise<Album> {
  return (await person.call('POST', '/albums', { name })).json<{ result: Album }>().result;
}

export async function aPlaylist(person: TestPerson, { name = 'Evenings', albumIds = [] as string[] } = {}): Promise<Playlist> {
  const { result } = (await person.call('POST', '/playlists', { name })).json<{ result: Playlist }>();
  if (albumIds.length > 0)
    await person.call('POST', `/playlists/album/add/${result._id}`, { albumArr: albumIds.map((albumId) => ({ albumId })) });
  return result;
}

/** A screen that introduced itself, and how it calls the API. */
export interface TestScreen {
  deviceId: string;
  secret: string;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

export async function aScreen(test: TestApp): Promise<TestScreen> {
  const answer = await test.app.inject({ method: 'POST', url: '/api/register/device', payload: {} });
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
  return (await person.call('POST', '/devices', { name, deviceId: screen.deviceId, timeZone })).json<{ result: Device }>().result;
}
