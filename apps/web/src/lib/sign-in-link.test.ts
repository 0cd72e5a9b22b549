import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArrivalQuestion } from './sign-in-link.ts';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  clear: () => stored.clear(),
});
vi.stubGlobal('sessionStorage', { clear: () => {} });
const replaceState = vi.fn();
const page = Object.assign(new EventTarget(), {
  location: { search: '', pathname: '/main', hash: '' },
  history: { state: null, replaceState },
});
vi.stubGlobal('window', page);
const answer = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', answer);

const user = { _id: 'u1', name: 'Mara', email: 'm@example.com', role: 'user', platform: 'WV', profilePicture: null, orgs: [] };
const reply = (status: number, body: unknown) => answer.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));

const confirm = vi.fn<(question: ArrivalQuestion) => Promise<boolean>>();

async function arriveAt(search: string) {
  vi.resetModules();
  page.location.search = search;
  const { handleSignInLink } = await import('./sign-in-link.ts');
  const { getSession } = await import('./session.ts');
  return { failure: await handleSignInLink(confirm), session: getSession() };
}

beforeEach(() => {
  stored.clear();
  answer.mockReset();
  replaceState.mockReset();
  confirm.mockReset().mockResolvedValue(true);
});

describe('arriving with a token in the address', () => {
  it('asks the server whose it is, and takes the role from there', async () => {
    reply(200, { error: false, result: user });
    reply(200, { error: false, result: user });
    const { failure, session } = await arriveAt('?auth=t1&userId=u1&platform=PP&prevUrl=https%3A%2F%2Fpartner.example&open=false');
    expect(failure).toBeUndefined();
    expect(session).toMatchObject({ token: 't1', userId: 'u1', role: 'user', platform: 'WV' });
    expect(stored.get('prevUrl')).toBe('https://partner.example');
    expect(answer.mock.calls.map(([address]) => address)).toEqual(['/api/users/u1', '/api/users/media-cookie']);
    expect(answer.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 't1' });
  });

  it('takes every key out of the address before it waits for anything', async () => {
    answer.mockImplementationOnce(async () => {
      expect(replaceState).toHaveBeenCalledWith(null, '', '/main?open=false');
      return new Response(JSON.stringify({ error: true, code: 'UNAUTHENTICATED', message: 'Please sign in again.' }), { status: 401 });
    });
    const { failure, session } = await arriveAt('?auth=stale&userId=u1&role=admin&platform=WV&prevUrl=x&open=false');
    expect(failure).toMatch(/expired/);
    expect(session).toBeNull();
    expect(stored.has('token') || stored.has('role')).toBe(false);
  });

  it('refuses a link that claims another role than the server tells', async () => {
    reply(200, { error: false, result: user });
    reply(200, { error: false, result: user });
    const { failure, session } = await arriveAt('?auth=t1&userId=u1&role=admin');
    expect(failure).toMatch(/isn’t valid/);
    expect(session).toBeNull();
  });

  it('refuses a link that names another person than the token is of', async () => {
    reply(200, { error: false, result: { ...user, _id: 'u2' } });
    reply(200, { error: false, result: { ...user, role: 'admin' } });
    const { failure, session } = await arriveAt('?auth=t1&userId=u2');
    expect(failure).toMatch(/isn’t valid/);
    expect(session).toBeNull();
  });

  it('leaves userId where no token came with it, and never trusts a role alone', async () => {
    const { failure, session } = await arriveAt('?userId=u2&role=admin&open=true');
    expect([failure, session]).toEqual([undefined, null]);
    expect(replaceState).toHaveBeenCalledWith(null, '', '/main?userId=u2&open=true');
    expect(stored.size).toBe(0);
  });

  it('keeps the current session when the token is refused', async () => {
    stored.set('token', 'own').set('userId', 'u9').set('signedInAt', String(Date.now()));
    reply(401, { error: true, code: 'UNAUTHENTICATED', message: 'Please sign in again.' });
    const { session } = await arriveAt('?auth=stale&userId=u1');
    expect(session).toMatchObject({ token: 'own', userId: 'u9' });
  });

  it('asks before replacing another account, and changes nothing when the user declines', async () => {
    stored.set('token', 'own').set('userId', 'u9').set('signedInAt', String(Date.now()));
    confirm.mockResolvedValue(false);
    reply(200, { error: false, result: user });
    const { failure, session } = await arriveAt('?auth=t1&userId=u1&prevUrl=%2Fx');
    expect(confirm).toHaveBeenCalledWith({
      current: expect.objectContaining({ userId: 'u9' }),
      next: expect.objectContaining({ name: 'Mara' }),
    });
    expect(answer.mock.calls.map(([address]) => address)).toEqual(['/api/users/u1']);
    expect([failure, session?.token, stored.has('prevUrl')]).toEqual([undefined, 'own', false]);
  });

  it('asks while signed out, and does not sign in when the user declines', async () => {
    confirm.mockResolvedValue(false);
    reply(200, { error: false, result: user });
    const { failure, session } = await arriveAt('?auth=t1&userId=u1&platform=WV&prevUrl=%2Fx');
    expect(confirm).toHaveBeenCalledWith({ current: null, next: expect.objectContaining({ name: 'Mara', email: 'm@example.com' }) });
    expect(answer.mock.calls.map(([address]) => address)).toEqual(['/api/users/u1']);
    expect([failure, session, stored.size]).toEqual([undefined, null, 0]);
  });

  it('removes all data of the previous account after consent', async () => {
    stored.set('token', 'own').set('userId', 'u9').set('signedInAt', String(Date.now())).set('kept', 'theirs');
    reply(200, { error: false, result: user });
    reply(200, { error: false, result: user });
    const { session } = await arriveAt('?auth=t1&userId=u1');
    expect([session?.token, stored.has('kept')]).toEqual(['t1', false]);
  });

  it('asks for no confirmation when the link is for the signed-in account', async () => {
    stored.set('token', 'own').set('userId', 'u1').set('signedInAt', String(Date.now()));
    reply(200, { error: false, result: user });
    expect((await arriveAt('?auth=t1&userId=u1')).session?.token).toBe('t1');
    expect(confirm).not.toHaveBeenCalled();
  });
});
