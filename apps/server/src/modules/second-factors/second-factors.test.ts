import type { SecondFactorSettings } from '@vitrine/contract';
import { OPERATIONS } from '@vitrine/contract/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, mailLink, PASSWORD, type TestPerson } from '../../testing/builders.ts';
import { listMailSubjects } from '../../testing/families.ts';
import { addSecondFactor } from '../../testing/second-factors.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { MODULES } from '../../wiring.ts';
import { insertSession } from '../sign-in/sessions.store.ts';
import { generateTotp } from './totp.rules.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  test.clock.offsetMs = 0;
});

const code = (response: { json: () => unknown }) => (response.json() as { code?: string }).code;
const post = (url: string, payload: object, cookie = '') =>
  test.app.inject({ method: 'POST', url: `/api${url}`, payload, headers: { cookie } });
const login = (person: TestPerson, given: object = {}, cookie = '') =>
  post('/users/login', { email: person.email, password: PASSWORD, ...given }, cookie);
const browserCookie = (response: Awaited<ReturnType<typeof post>>) =>
  response.cookies.filter(({ name }) => name === 'vitrine_browser').map(({ name, value }) => `${name}=${value}`)[0] ?? '';
const asSession = (response: Awaited<ReturnType<typeof post>>) => {
  const { token } = response.json<{ token: string }>();
  return (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    test.app.inject({ method, url: `/api${url}`, headers: { authorization: token }, ...(payload && { payload }) });
};
/** Key and lock of the newest emailed recovery link. */
const newestLink = () => {
  const { key = '', lock = '' } = Object.fromEntries(mailLink(test, 'action').searchParams);
  return { key, lock };
};

describe('setting up an authenticator app', () => {
  it('takes effect when a code confirms it, returns ten recovery codes and signs out other sessions', async () => {
    const ana = await aPerson(test);
    const other = asSession(await login(ana));
    const setup = await ana.call('POST', '/users/second-factor/setup', { password: PASSWORD });
    const { secret, uri } = setup.json<{ result: { secret: string; uri: string } }>().result;
    expect(uri).toMatch(/^otpauth:\/\/totp\/Vitrine:.+&period=30/);
    expect((await login(ana)).statusCode).toBe(200);
    expect(code(await ana.call('POST', '/users/second-factor', { code: '000000' }))).toBe('SECOND_FACTOR_INVALID');
    const confirmed = await ana.call('POST', '/users/second-factor', { code: generateTotp(secret, test.clock.now()) });
    const { recoveryCodes } = confirmed.json<{ result: { recoveryCodes: string[] } }>().result;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await other('GET', '/users/sessions')).statusCode).toBe(401);
    expect((await ana.call('GET', '/users/second-factor')).json()).toMatchObject({ result: { isOn: true, recoveryCodesLeft: 10 } });
    expect(code(await ana.call('POST', '/users/second-factor/setup', { password: PASSWORD }))).toBe('SECOND_FACTOR_ON');
  });

  it('is announced to the owner by email, as is its end', async () => {
    const ana = await aPerson(test);
    const { nextCode } = await addSecondFactor(test, ana);
    await ana.call('POST', '/users/step-up', { code: nextCode() });
    expect((await ana.call('DELETE', '/users/second-factor', { password: PASSWORD })).statusCode).toBe(200);
    const subjects = await listMailSubjects(test, ana.email);
    expect(subjects).toEqual(expect.arrayContaining(['Two-step sign-in is on', 'Two-step sign-in is off']));
  });

  it('requires the password', async () => {
    const ana = await aPerson(test);
    expect(code(await ana.call('POST', '/users/second-factor/setup', { password: 'not the one' }))).toBe('INCORRECT_PASSWORD');
    expect(code(await ana.call('POST', '/users/second-factor', { code: '123456' }))).toBe('NOT_FOUND');
  });

  it('stores neither the secret nor the recovery codes in plain', async () => {
    const ana = await aPerson(test);
    const { secret, recoveryCodes } = await addSecondFactor(test, ana);
    const factor = await test.db.selectFrom('second_factors').selectAll().where('user_id', '=', ana.user._id).executeTakeFirstOrThrow();
    expect(factor.secret.includes(Buffer.from(secret))).toBe(false);
    const codes = await test.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', ana.user._id).execute();
    expect(codes.some(({ code_hash }) => recoveryCodes.includes(code_hash.toString()))).toBe(false);
  });
});

describe('signing in with a second factor', () => {
  it('requires a code in a new browser only', async () => {
    const ana = await aPerson(test);
    const known = browserCookie(await login(ana));
    const { nextCode } = await addSecondFactor(test, ana);
    expect(code(await login(ana, {}, known))).toBe('SECOND_FACTOR_REQUIRED');
    const first = await login(ana, { code: nextCode() }, known);
    expect(first.statusCode).toBe(200);
    expect((await login(ana, {}, browserCookie(first))).statusCode).toBe(200);
    expect(code(await login(ana))).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('does not reveal the second factor to someone with a wrong password', async () => {
    const ana = await aPerson(test);
    const { nextCode } = await addSecondFactor(test, ana);
    expect(code(await login(ana, { password: 'not the one', code: nextCode() }))).toBe('INCORRECT_PASSWORD');
  });

  it('accepts each code once, also when it arrives many times at once', async () => {
    const ana = await aPerson(test);
    const { nextCode, recoveryCodes } = await addSecondFactor(test, ana);
    for (const sameCode of [nextCode(), recoveryCodes[0]]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => login(ana, { code: sameCode })));
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
    expect((await ana.call('GET', '/users/second-factor')).json()).toMatchObject({ result: { recoveryCodesLeft: 9 } });
  });

  it('accepts codes one step early or late, but none older than the last one', async () => {
    const ana = await aPerson(test);
    const { secret } = await addSecondFactor(test, ana);
    test.clock.offsetMs += 300_000;
    const at = (seconds: number) => generateTotp(secret, new Date(test.clock.now().getTime() + seconds * 1000));
    expect(code(await login(ana, { code: at(-90) }))).toBe('SECOND_FACTOR_INVALID');
    expect(code(await login(ana, { code: at(90) }))).toBe('SECOND_FACTOR_INVALID');
    expect((await login(ana, { code: at(30) })).statusCode).toBe(200);
    expect(code(await login(ana, { code: at(0) }))).toBe('SECOND_FACTOR_INVALID');
  });

  it('stops guesses of codes at ten, and lets the owner confirm a session in the meantime', async () => {
    const ana = await aPerson(test);
    const { nextCode, secret } = await addSecondFactor(test, ana);
    const wrong = ['111111', '222222'].find((guess) => guess !== generateTotp(secret, test.clock.now()));
    const answers = [];
    for (let guess = 0; guess < 4; guess++)
      answers.push(...(await Promise.all(Array.from({ length: 3 }, () => login(ana, { code: wrong })))));
    expect(answers.filter((response) => code(response) === 'SECOND_FACTOR_INVALID')).toHaveLength(10);
    expect(code(await login(ana, { code: nextCode() }))).toBe('TOO_MANY_REQUESTS');
    expect((await ana.call('POST', '/users/step-up', { code: nextCode() })).statusCode).toBe(200);
  });

  it('stops guesses of codes at sixty a day', async () => {
    const ana = await aPerson(test);
    await addSecondFactor(test, ana);
    const codes: (string | undefined)[] = [];
    for (let window = 0; window < 7; window++) {
      test.clock.offsetMs += 16 * 60_000;
      for (let guess = 0; guess < 10; guess++) codes.push(code(await ana.call('POST', '/users/step-up', { code: '000000' })));
    }
    expect(codes.slice(0, 60)).toEqual(Array(60).fill('SECOND_FACTOR_INVALID'));
    expect(codes.slice(60)).toEqual(Array(10).fill('TOO_MANY_REQUESTS'));
  });

  it('does not trust the browser that reset the password by email', async () => {
    const ana = await aPerson(test);
    await addSecondFactor(test, ana);
    await test.app.inject({ method: 'PUT', url: '/api/users/forgot/password', payload: { email: ana.email } });
    await test.runJobs();
    const link = mailLink(test, 'resetvfkey');
    const body = {
      email: ana.email,
      password: PASSWORD,
      key: link.searchParams.get('resetvfkey'),
      lock: link.searchParams.get('resetvflock'),
    };
    const reset = await test.app.inject({ method: 'PUT', url: '/api/users/reset/password', payload: body });
    expect(reset.statusCode).toBe(200);
    expect(code(await login(ana, {}, browserCookie(reset)))).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('refuses a sign-in that verified the password before the second factor was turned on', async () => {
    const ana = await aPerson(test);
    const { password_hash: passwordHash } = await test.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', ana.user._id)
      .executeTakeFirstOrThrow();
    const insert = (byte: number) => {
      const times = { created_at: new Date(), expires_at: new Date(), stepped_up_at: null };
      const session = { token_hash: Buffer.alloc(32, byte), user_id: ana.user._id, user_agent: '', address: '', ...times };
      const browser = { userId: ana.user._id, tokenHash: Buffer.alloc(32, byte), expiresAt: new Date(), secondFactorAt: null };
      const record = { method: 'password' as const, browser, maxBrowsers: 20, attempt: null };
      return test.db.transaction().execute((tx) => insertSession(tx, session, { passwordHash, hasSecondFactor: false }, record));
    };
    expect(await insert(1)).toBe(true);
    await addSecondFactor(test, ana);
    expect(await insert(2)).toBe(false);
    const browsers = await test.db
      .selectFrom('known_browsers')
      .select('token_hash')
      .where('token_hash', '=', Buffer.alloc(32, 2))
      .execute();
    expect(browsers).toEqual([]);
  });
});

describe('a sensitive operation', () => {
  it('needs a code of the last ten minutes', async () => {
    const ana = await aPerson(test);
    const { nextCode } = await addSecondFactor(test, ana);
    const change = () => ana.call('PUT', '/users/password', { oldPassword: PASSWORD, newPassword: PASSWORD });
    expect(code(await change())).toBe('STEP_UP_REQUIRED');
    expect((await ana.call('POST', '/users/step-up', { code: nextCode() })).statusCode).toBe(200);
    expect((await change()).statusCode).toBe(200);
    test.clock.offsetMs += 600_001;
    expect(code(await change())).toBe('STEP_UP_REQUIRED');
  });

  it('needs none directly after signing in with a code', async () => {
    const ana = await aPerson(test);
    const { nextCode } = await addSecondFactor(test, ana);
    const session = asSession(await login(ana, { code: nextCode() }));
    expect((await session('DELETE', '/users/second-factor', { password: PASSWORD })).statusCode).toBe(200);
    expect((await login(ana)).statusCode).toBe(200);
  });

  it('is refused without a code on every endpoint that is declared as one', async () => {
    const admin = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', admin.user._id).execute();
    await addSecondFactor(test, admin);
    const sensitive = OPERATIONS.map(([, endpoint]) => endpoint).filter(({ stepUp }) => stepUp);
    expect(sensitive.length).toBeGreaterThan(10);
    for (const { method, path } of sensitive) {
      const url = path.replaceAll(/:\w+/g, admin.user._id);
      expect([path, code(await admin.call(method, url, method === 'GET' ? undefined : {}))]).toEqual([path, 'STEP_UP_REQUIRED']);
    }
    const change = { email: 'other@example.com', password: PASSWORD };
    expect(code(await admin.call('PUT', `/users/${admin.user._id}`, change))).toBe('STEP_UP_REQUIRED');
  });

  it('replaces the recovery codes', async () => {
    const ana = await aPerson(test);
    const { nextCode, recoveryCodes } = await addSecondFactor(test, ana);
    await ana.call('POST', '/users/step-up', { code: nextCode() });
    const renewed = await ana.call('POST', '/users/second-factor/recovery-codes', { password: PASSWORD });
    const [fresh] = renewed.json<{ result: { recoveryCodes: string[] } }>().result.recoveryCodes;
    expect(code(await login(ana, { code: recoveryCodes[0] }))).toBe('SECOND_FACTOR_INVALID');
    expect((await login(ana, { code: fresh?.toLowerCase().replaceAll('-', ' ') })).statusCode).toBe(200);
  });
});

describe('recovery of an account without app and recovery codes', () => {
  const DAY_MS = 86_400_000;
  const request = (person: TestPerson) => post('/users/second-factor/recovery', { email: person.email, password: PASSWORD });

  async function startRecovery(person: TestPerson) {
    await request(person);
    await test.runJobs();
    const start = newestLink();
    const started = await post('/users/second-factor/recovery/start', start);
    await test.runJobs();
    return { start, started, stop: newestLink() };
  }

  it('turns the second factor off 24 hours after the emailed link was opened', async () => {
    const ana = await aPerson(test);
    await addSecondFactor(test, ana);
    const { started } = await startRecovery(ana);
    expect(started.json()).toMatchObject({ result: { email: ana.email } });
    test.clock.offsetMs += DAY_MS - 60_000;
    expect(code(await login(ana))).toBe('SECOND_FACTOR_REQUIRED');
    test.clock.offsetMs += 60_001;
    const recovered = await login(ana);
    expect(recovered.statusCode).toBe(200);
    expect((await asSession(recovered)('GET', '/users/second-factor')).json()).toMatchObject({ result: { isOn: false } });
  });

  it('is stopped by the second link, and by a correct code', async () => {
    const ben = await aPerson(test);
    const { nextCode } = await addSecondFactor(test, ben);
    const { start, stop } = await startRecovery(ben);
    expect(code(await post('/users/second-factor/recovery/stop', start))).toBe('LINK_EXPIRED');
    expect((await post('/users/second-factor/recovery/stop', stop)).statusCode).toBe(200);
    test.clock.offsetMs += DAY_MS + 1;
    expect(code(await login(ben))).toBe('SECOND_FACTOR_REQUIRED');
    await startRecovery(ben);
    expect((await login(ben, { code: nextCode() })).statusCode).toBe(200);
    test.clock.offsetMs += DAY_MS + 1;
    expect(code(await login(ben))).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('ends with a new password', async () => {
    const ana = await aPerson(test);
    const { nextCode } = await addSecondFactor(test, ana);
    // A correct code would stop the recovery as well, so it comes first.
    await ana.call('POST', '/users/step-up', { code: nextCode() });
    await startRecovery(ana);
    await ana.call('PUT', '/users/password', { oldPassword: PASSWORD, newPassword: PASSWORD });
    test.clock.offsetMs += DAY_MS + 1;
    expect(code(await login(ana))).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('needs the password, and a second factor', async () => {
    const ana = await aPerson(test);
    expect(code(await request(ana))).toBe('NOT_FOUND');
    await addSecondFactor(test, ana);
    expect(code(await post('/users/second-factor/recovery', { email: ana.email, password: 'not the one' }))).toBe('INCORRECT_PASSWORD');
  });
});

async function anAdmin(change: { is_super_admin?: boolean; role?: 'support' } = {}) {
  const admin = await aPerson(test);
  await test.db
    .updateTable('users')
    .set({ role: 'admin', ...change })
    .where('id', '=', admin.user._id)
    .execute();
  return admin;
}

describe('the console', () => {
  const WEEK_MS = 7 * 86_400_000;
  const setStaffSince = (person: TestPerson, ageMs: number) =>
    test.db
      .updateTable('users')
      .set({ staff_since: new Date(Date.now() - ageMs) })
      .where('id', '=', person.user._id)
      .execute();
  const requiredBy = async (person: TestPerson) =>
    (await person.call('GET', '/users/second-factor')).json<{ result: { requiredBy: string | null } }>().result.requiredBy;

  it('needs a second factor a week after an account became staff', async () => {
    const admin = await anAdmin();
    await setStaffSince(admin, WEEK_MS - 60_000);
    expect((await admin.call('GET', '/users/search/user')).statusCode).toBe(200);
    await setStaffSince(admin, WEEK_MS + 60_000);
    expect(code(await admin.call('GET', '/users/search/user'))).toBe('SECOND_FACTOR_NEEDED');
    expect((await admin.call('GET', '/users/sessions')).statusCode).toBe(200);
    expect(await requiredBy(admin)).not.toBeNull();
    await addSecondFactor(test, admin);
    expect((await admin.call('GET', '/users/search/user')).statusCode).toBe(200);
    expect(await requiredBy(admin)).toBeNull();
  });

  it('counts the week from the change of the role, and requires nothing of users', async () => {
    const [root, ana] = [await anAdmin({ is_super_admin: true }), await aPerson(test)];
    expect(await requiredBy(ana)).toBeNull();
    await root.call('PUT', `/users/roles/${ana.user._id}`, { roleName: 'support' });
    expect(new Date((await requiredBy(ana)) ?? 0).getTime()).toBeGreaterThan(Date.now() + WEEK_MS - 60_000);
    await root.call('PUT', `/users/roles/${ana.user._id}`, { roleName: 'user' });
    expect(await requiredBy(ana)).toBeNull();
  });

  it('needs none where the operator made it optional', async () => {
    const installation = { databaseUrl: test.databaseUrl, dataDir: test.dataDir, storageEnv: test.storageEnv };
    const optional = await createTestApp({ SECOND_FACTOR: 'optional' }, MODULES, installation);
    const admin = await anAdmin();
    await setStaffSince(admin, WEEK_MS + 60_000);
    const response = await optional.app.inject({ url: '/api/users/search/user', headers: { authorization: admin.token } });
    expect(response.statusCode).toBe(200);
    await optional.close();
  });
});

describe('roles that need a second factor', () => {
  let optional: TestApp;
  beforeAll(async () => {
    const installation = { databaseUrl: test.databaseUrl, dataDir: test.dataDir, storageEnv: test.storageEnv };
    optional = await createTestApp({ SECOND_FACTOR: 'optional' }, MODULES, installation);
  });
  afterAll(() => optional.close());
  beforeEach(() => {
    optional.clock.offsetMs = 0;
  });

  const callAt = (person: TestPerson, method: 'GET' | 'PUT', url: string, payload?: object) =>
    optional.app.inject({ method, url: `/api${url}`, headers: { authorization: person.token }, ...(payload && { payload }) });
  const readSettings = async (root: TestPerson) =>
    (await callAt(root, 'GET', '/console/second-factor')).json<{ result: SecondFactorSettings }>().result;
  const requireFor = async (root: TestPerson, roles: string[]) =>
    callAt(root, 'PUT', '/console/second-factor', { roles, updatedAt: (await readSettings(root)).updatedAt });

  it('close the console to accounts without one, a week after a super-admin required it', async () => {
    const [root, support, admin] = [await anAdmin({ is_super_admin: true }), await anAdmin({ role: 'support' }), await anAdmin()];
    expect((await requireFor(root, ['support'])).statusCode).toBe(200);
    optional.clock.offsetMs = 7 * 86_400_000 - 60_000;
    const [renewedSupport, renewedAdmin] = [await signInAt(support), await signInAt(admin)];
    expect((await callAt(renewedSupport, 'GET', '/users/search/user')).statusCode).toBe(200);
    optional.clock.offsetMs = 7 * 86_400_000 + 60_000;
    expect(code(await callAt(renewedSupport, 'GET', '/users/search/user'))).toBe('SECOND_FACTOR_NEEDED');
    expect((await callAt(renewedAdmin, 'GET', '/users/search/user')).statusCode).toBe(200);
    const renewedRoot = await signInAt(root);
    expect((await requireFor(renewedRoot, [])).statusCode).toBe(200);
    expect((await callAt(renewedSupport, 'GET', '/users/search/user')).statusCode).toBe(200);
  });

  const signInAt = async (person: TestPerson): Promise<TestPerson> => {
    const payload = { email: person.email, password: PASSWORD };
    const response = await optional.app.inject({ method: 'POST', url: '/api/users/login', payload });
    return { ...person, token: response.json<{ token: string }>().token };
  };

  it('are changed by super-admins only, audited, and not by two editors at once', async () => {
    const [root, admin] = [await anAdmin({ is_super_admin: true }), await anAdmin()];
    expect(code(await callAt(admin, 'GET', '/console/second-factor'))).toBe('NOT_FOUND');
    const { updatedAt } = await readSettings(root);
    const edit = (roles: string[]) => callAt(root, 'PUT', '/console/second-factor', { roles, updatedAt });
    const answers = await Promise.all([edit(['admin']), edit(['support'])]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 409]));
    expect(code(await callAt(root, 'PUT', '/console/second-factor', { roles: ['user'], updatedAt }))).toBe('INVALID');
    const entries = await test.db.selectFrom('audit_entries').select('action').where('actor_id', '=', root.user._id).execute();
    expect(entries).toEqual([{ action: 'secondFactor.require' }]);
    await requireFor(root, []);
  });
});

describe('resetting the second factor of another account', () => {
  const reset = (actor: TestPerson, target: TestPerson) => actor.call('DELETE', `/users/${target.user._id}/second-factor`);

  it('is possible for administrators, ends the sessions of the account and is audited', async () => {
    const [admin, ana] = [await anAdmin(), await aPerson(test)];
    expect(code(await reset(admin, ana))).toBe('NOT_FOUND');
    await addSecondFactor(test, ana);
    expect((await reset(admin, ana)).statusCode).toBe(200);
    expect((await ana.call('GET', '/users/sessions')).statusCode).toBe(401);
    expect((await login(ana)).statusCode).toBe(200);
    const entries = await test.db.selectFrom('audit_entries').select('action').where('user_id', '=', ana.user._id).execute();
    expect(entries).toContainEqual({ action: 'account.secondFactor' });
  });

  it('needs another super-admin for a super-admin', async () => {
    const [admin, root, otherRoot] = [await anAdmin(), await anAdmin({ is_super_admin: true }), await anAdmin({ is_super_admin: true })];
    const { nextCode } = await addSecondFactor(test, root);
    expect(code(await reset(admin, root))).toBe('NOT_FOUND');
    await root.call('POST', '/users/step-up', { code: nextCode() });
    expect(code(await reset(root, root))).toBe('OWN_ACCOUNT');
    expect((await reset(otherRoot, root)).statusCode).toBe(200);
  });
});
