import { IDLE_HEADER } from '@vitrine/contract/session-activity';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, signIn, type TestPerson } from '../../testing/builders.ts';
import { addSecondFactor } from '../../testing/second-factors.ts';
import { aStaffMember } from '../../testing/staff.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { MODULES } from '../../wiring.ts';

const MINUTE_MS = 60_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ STAFF_IDLE_MINUTES: '30' });
});
afterAll(() => test.close());
beforeEach(() => {
  test.clock.offsetMs = 0;
});

/** Sends a request as a page whose user has been inactive for this time. */
const callIdle = ({ token }: TestPerson, idleMinutes: number) =>
  test.app.inject({ url: '/api/users/sessions', headers: { authorization: token, [IDLE_HEADER]: String(idleMinutes * 60) } });
const later = (minutes: number) => {
  test.clock.offsetMs += minutes * MINUTE_MS;
};
const endOf = (response: { json: () => unknown }) => (response.json() as { sessionEnd?: string }).sessionEnd;
const activityOf = async ({ user }: TestPerson) =>
  (await test.db.selectFrom('sessions').select('active_at').where('user_id', '=', user._id).executeTakeFirstOrThrow()).active_at;

describe('the idle limit of staff', () => {
  it('ends a session without activity, and says why', async () => {
    const admin = await aStaffMember(test);
    later(29);
    expect((await admin.call('GET', '/users/sessions')).statusCode).toBe(200);
    later(29);
    expect((await admin.call('GET', '/users/sessions')).statusCode).toBe(200);
    later(31);
    const refused = await admin.call('GET', '/users/sessions');
    expect([refused.statusCode, endOf(refused)]).toEqual([401, 'idle']);
    // An attempt to use the session does not revive it.
    expect((await admin.call('POST', '/users/activity')).statusCode).toBe(401);
  });

  it('is not extended by requests of a page whose user is away', async () => {
    const support = await aStaffMember(test, { role: 'support' });
    for (let minutes = 5; minutes < 30; minutes += 5) {
      later(5);
      expect((await callIdle(support, minutes)).statusCode).toBe(200);
    }
    later(6);
    expect(endOf(await callIdle(support, 31))).toBe('idle');
  });

  it('is extended by what the user did before the request', async () => {
    const admin = await aStaffMember(test);
    later(20);
    await callIdle(admin, 5);
    later(20);
    expect((await callIdle(admin, 25)).statusCode).toBe(200);
    later(11);
    expect((await callIdle(admin, 36)).statusCode).toBe(401);
  });

  it('is extended by reports of a page that sends no other requests, and by no pictures', async () => {
    const [reporting, watching] = [await aStaffMember(test), await aStaffMember(test)];
    later(20);
    await reporting.call('POST', '/users/activity');
    await test.app.inject({ url: '/api/uploads/unknown', headers: { authorization: watching.token } });
    later(20);
    expect((await reporting.call('GET', '/users/sessions')).statusCode).toBe(200);
    expect((await watching.call('GET', '/users/sessions')).statusCode).toBe(401);
  });

  it('does not apply to users', async () => {
    const ana = await aPerson(test);
    later(23 * 60);
    expect((await ana.call('GET', '/users/sessions')).statusCode).toBe(200);
  });

  it('applies to all processes, and is off with 0', async () => {
    const installation = { databaseUrl: test.databaseUrl, dataDir: test.dataDir, storageEnv: test.storageEnv };
    const [peer, unlimited] = [
      await createTestApp({ STAFF_IDLE_MINUTES: '30' }, MODULES, installation),
      await createTestApp({ STAFF_IDLE_MINUTES: '0' }, MODULES, installation),
    ];
    const admin = await aStaffMember(test);
    const callAt = (process: TestApp) => process.app.inject({ url: '/api/users/sessions', headers: { authorization: admin.token } });
    later(20);
    peer.clock.offsetMs = test.clock.offsetMs;
    expect((await callAt(peer)).statusCode).toBe(200);
    later(20);
    expect((await callAt(test)).statusCode).toBe(200);
    later(40);
    unlimited.clock.offsetMs = test.clock.offsetMs;
    expect([(await callAt(test)).statusCode, (await callAt(unlimited)).statusCode]).toEqual([401, 200]);
    await peer.close();
    await unlimited.close();
  });

  it('writes at most once a minute for any number of requests', async () => {
    const admin = await aStaffMember(test);
    later(10);
    await Promise.all(Array.from({ length: 20 }, () => admin.call('GET', '/users/sessions')));
    const recorded = await activityOf(admin);
    test.clock.offsetMs += MINUTE_MS / 2;
    await admin.call('GET', '/users/sessions');
    expect(await activityOf(admin)).toEqual(recorded);
    test.clock.offsetMs += MINUTE_MS;
    await admin.call('GET', '/users/sessions');
    expect(await activityOf(admin)).not.toEqual(recorded);
  });

  it('deletes idle sessions, closes their sockets and still says why', async () => {
    const [admin, ana] = [await aStaffMember(test), await aPerson(test)];
    later(31);
    test.nudges.length = 0;
    await test.runWorkerTasks('signIn.idle');
    const left = await test.db.selectFrom('sessions').select('user_id').execute();
    expect(left.map(({ user_id }) => user_id)).toContain(ana.user._id);
    expect(left.map(({ user_id }) => user_id)).not.toContain(admin.user._id);
    expect(endOf(await admin.call('GET', '/users/sessions'))).toBe('idle');
    later(24 * 60);
    await test.runWorkerTasks('signIn.expiry');
    expect(endOf(await admin.call('GET', '/users/sessions'))).toBeUndefined();
  });
});

describe('the reason of a sign-out', () => {
  it.each([
    ['password', (ana: TestPerson, admin: TestPerson) => setPassword(admin, ana)],
    ['disabled', (ana: TestPerson, admin: TestPerson) => admin.call('PUT', `/users/status/${ana.user._id}`, { status: false })],
    ['secondFactor', (ana: TestPerson) => addSecondFactor(test, ana)],
    ['elsewhere', (ana: TestPerson) => ana.call('DELETE', '/users/sessions')],
    ['administrator', (ana: TestPerson, admin: TestPerson) => admin.call('DELETE', `/users/${ana.user._id}/sessions`)],
  ])('is returned once the session was ended: %s', async (reason, end) => {
    const [ana, admin] = [await aPerson(test), await aStaffMember(test)];
    const browser = await signIn(test, ana);
    await end(ana, admin);
    const refused = await browser.call('GET', '/users/sessions');
    expect([refused.statusCode, endOf(refused)]).toEqual([401, reason]);
  });

  it('is not returned for unknown tokens', async () => {
    const refused = await test.app.inject({ url: '/api/users/sessions', headers: { authorization: 'A'.repeat(43) } });
    expect(refused.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(endOf(refused)).toBeUndefined();
  });
});

const setPassword = (admin: TestPerson, { user }: TestPerson) =>
  admin.call('PUT', '/users/password', { userId: user._id, adminPassword: admin.password, newPassword: 'a brand new phrase 1' });

describe('ending all sessions of another account', () => {
  const end = (actor: TestPerson, target: TestPerson) => actor.call('DELETE', `/users/${target.user._id}/sessions`);
  const code = (response: { json: () => unknown }) => (response.json() as { code?: string }).code;

  it('ends every session, is audited and keeps API tokens', async () => {
    const [admin, ana] = [await aStaffMember(test), await aPerson(test)];
    const phone = await signIn(test, ana);
    const created = await ana.call('POST', '/users/tokens', {
      name: 'Uploader',
      scopes: ['albums:read'],
      days: 30,
      password: ana.password,
    });
    const { token } = created.json<{ result: { token: string } }>().result;
    expect((await end(admin, ana)).statusCode).toBe(200);
    for (const session of [ana, phone]) expect((await session.call('GET', '/users/sessions')).statusCode).toBe(401);
    const listed = await test.app.inject({ url: `/api/albums/${ana.user._id}`, headers: { authorization: `Bearer ${token}` } });
    expect(listed.statusCode).toBe(200);
    const entries = await test.db.selectFrom('audit_entries').select(['action', 'actor_id']).where('user_id', '=', ana.user._id).execute();
    expect(entries).toContainEqual({ action: 'account.sessions', actor_id: admin.user._id });
    expect((await signIn(test, ana)).token).not.toBe(ana.token);
  });

  it('requires a code again in browsers that have given one', async () => {
    const [admin, ana] = [await aStaffMember(test), await aPerson(test)];
    const { nextCode } = await addSecondFactor(test, ana);
    const login = (cookie: string, given: object = {}) =>
      test.app.inject({
        method: 'POST',
        url: '/api/users/login',
        payload: { email: ana.email, password: ana.password, ...given },
        headers: { cookie },
      });
    const known = (await login('', { code: nextCode() })).cookies.find(({ name }) => name === 'vitrine_browser');
    const cookie = `vitrine_browser=${known?.value}`;
    expect((await login(cookie)).statusCode).toBe(200);
    await end(admin, ana);
    expect(code(await login(cookie))).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('is refused for the own account, to support, and for a super-admin except by another one', async () => {
    const [admin, support, ana] = [await aStaffMember(test), await aStaffMember(test, { role: 'support' }), await aPerson(test)];
    const [root, otherRoot] = [await aStaffMember(test, { is_super_admin: true }), await aStaffMember(test, { is_super_admin: true })];
    expect(code(await end(admin, admin))).toBe('OWN_ACCOUNT');
    expect(code(await end(support, ana))).toBe('NOT_FOUND');
    expect(code(await end(ana, admin))).toBe('NOT_FOUND');
    expect(code(await end(admin, root))).toBe('NOT_FOUND');
    expect((await root.call('GET', '/users/sessions')).statusCode).toBe(200);
    expect((await end(otherRoot, root)).statusCode).toBe(200);
    expect((await root.call('GET', '/users/sessions')).statusCode).toBe(401);
  });
});
