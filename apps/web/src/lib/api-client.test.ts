import { signIn } from '@vitrine/contract/accounts.endpoints';
import { listUserAlbums } from '@vitrine/contract/albums.endpoints';
import { addPlaylistAlbums } from '@vitrine/contract/playlists.endpoints';
import { IDLE_HEADER } from '@vitrine/contract/session-activity';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  clear: () => stored.clear(),
});
vi.stubGlobal('sessionStorage', { clear: () => {} });
vi.stubGlobal('window', new EventTarget());
const answer = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', answer);

const user = { _id: 'u1', name: 'Mara', email: 'm@example.com', role: 'user', platform: 'PP', profilePicture: null, orgs: [] };
const ofUser = { params: { userId: 'u1' } };
const credentials = { body: { email: 'm@example.com', password: 'wrong horse' } };
const reply = (status: number, body: unknown) => answer.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));

async function load() {
  vi.resetModules();
  const session = await import('./session.ts');
  return { ...session, ...(await import('./api-client.ts')) };
}

beforeEach(() => {
  stored.clear();
  answer.mockReset();
});

describe('a call to the API', () => {
  it('carries the token and gives what is in the envelope', async () => {
    const { call, startSession } = await load();
    startSession('t1', user as never);
    reply(200, { error: false, result: [{ _id: 'a' }] });
    expect(await call(listUserAlbums, { ...ofUser, query: { sort: 'az', page: undefined } })).toEqual([{ _id: 'a' }]);
    const [address, options] = answer.mock.calls[0] ?? [];
    expect(address).toBe('/api/albums/u1?sort=az');
    expect(options?.headers).toMatchObject({ authorization: 't1' });
  });

  it('states for how long the user has been inactive, from a minute on', async () => {
    const { call, startSession } = await load();
    startSession('t1', user as never);
    const start = Date.now();
    const clock = vi.spyOn(Date, 'now');
    const sendAt = async (afterMs: number) => {
      clock.mockReturnValue(start + afterMs);
      reply(200, { error: false, result: [] });
      await call(listUserAlbums, ofUser);
      return new Headers(answer.mock.lastCall?.[1]?.headers).get(IDLE_HEADER);
    };
    expect(await sendAt(30_000)).toBeNull();
    expect(Number(await sendAt(120_000))).toBeGreaterThanOrEqual(119);
    window.dispatchEvent(new Event('keydown'));
    expect(await sendAt(150_000)).toBeNull();
    clock.mockRestore();
  });

  it('throws a refusal with its code and words', async () => {
    const { send } = await load();
    reply(409, { error: true, code: 'ALBUM_IN_PLAYLIST', message: 'This album is already in the playlist.' });
    await expect(send(addPlaylistAlbums, { params: { playlistId: 'p1' }, body: { albumArr: [] } })).rejects.toMatchObject({
      code: 'ALBUM_IN_PLAYLIST',
      status: 409,
      message: 'This album is already in the playlist.',
    });
  });

  it('ends the session on 401, but not on a wrong password', async () => {
    const { call, send, startSession, getSession, onSessionEnd } = await load();
    startSession('t1', user as never);
    const ended = vi.fn();
    onSessionEnd(ended);
    reply(400, { error: true, code: 'INCORRECT_PASSWORD', message: 'Incorrect Email or Password' });
    await expect(send(signIn, credentials)).rejects.toThrow('Incorrect Email or Password');
    expect(getSession()?.token).toBe('t1');
    reply(401, { error: true, code: 'UNAUTHENTICATED', message: 'Please sign in again.' });
    await expect(call(listUserAlbums, ofUser)).rejects.toThrow('Please sign in again.');
    expect(getSession()).toBeNull();
    expect(ended).toHaveBeenCalledOnce();
  });

  it('uses the other account as soon as another tab switches to it', async () => {
    const { startSession, getSession, onSessionEnd } = await load();
    startSession('t1', user as never);
    const ended = vi.fn();
    onSessionEnd(ended);
    stored.set('token', 't2').set('userId', 'u2');
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
    expect(getSession()?.userId).toBe('u2');
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ userId: 'u1' }), { isByChoice: false });
  });

  it('keeps the data of an earlier session out of the current one', async () => {
    const { startSession, refreshSession, refreshMemberships, getSession } = await load();
    startSession('t1', user as never);
    startSession('t2', user as never);
    refreshMemberships('t1', [{ id: 'org', orgRole: 'owner' }]);
    refreshSession('t1', { ...user, name: 'Earlier name' } as never);
    expect(getSession()).toMatchObject({ orgs: [], name: 'Mara' });
    refreshMemberships('t2', [{ id: 'org', orgRole: 'owner' }]);
    expect(getSession()?.orgs).toEqual([{ id: 'org', orgRole: 'owner' }]);
  });

  it('reports a missing response, and a response of a proxy', async () => {
    const { call } = await load();
    answer.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(call(listUserAlbums, ofUser)).rejects.toMatchObject({ code: 'NETWORK' });
    answer.mockResolvedValueOnce(new Response('<html>Bad gateway</html>', { status: 502 }));
    await expect(call(listUserAlbums, ofUser)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 502 });
  });
});

describe('a session', () => {
  it('is over after 24 hours', async () => {
    const { startSession, getSession } = await load();
    startSession('t1', user as never);
    vi.useFakeTimers({ now: Date.now() + 86_400_001 });
    expect(getSession()).toBeNull();
    vi.useRealTimers();
  });

  it('leaves the theme behind when it ends', async () => {
    const { startSession, endSession } = await load();
    stored.set('theme', 'dark');
    startSession('t1', user as never);
    endSession();
    expect([...stored]).toEqual([['theme', 'dark']]);
  });
});
