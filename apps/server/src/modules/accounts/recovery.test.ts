import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, mailLink, signIn, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { ftpModule } from '../ftp/index.ts';
import { insertSession } from '../sign-in/sessions.store.ts';
import { accountsModule, ensureAdministrator } from './index.ts';
import { createPasswordConfirmations } from './password-confirmation.service.ts';
import { isNamePassword } from './password-policy.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const BETTER = 'a better password';
const put = (url: string, payload: object) => test.app.inject({ method: 'PUT', url: `/api${url}`, payload });
const isSignedIn = async (person: TestPerson) => (await person.call('GET', `/users/${person.user._id}`)).statusCode === 200;

async function linkOf(key: 'resetvf' | 'emailvf'): Promise<{ key: string; lock: string }> {
  await test.runJobs();
  const { searchParams } = mailLink(test, `${key}key`);
  return { key: searchParams.get(`${key}key`) ?? '', lock: searchParams.get(`${key}lock`) ?? '' };
}

async function resetLink(person: TestPerson) {
  await put('/users/forgot/password', { email: person.email });
  return linkOf('resetvf');
}

async function changeLink(person: TestPerson, email: string) {
  await person.call('PUT', `/users/${person.user._id}`, { email, password: person.password });
  return linkOf('emailvf');
}

const ftpPassword = async (person: TestPerson) =>
  (await person.call('POST', '/users/ftp/server', {})).json<{ result: { ftpPassword: string } }>().result.ftpPassword;
const opensFtp = async (email: string, password: string) =>
  (await test.modules.getApi(ftpModule).findByCredentials(email, password)) !== undefined;
const knownBrowsers = ({ user }: TestPerson) =>
  test.db.selectFrom('known_browsers').select('token_hash').where('user_id', '=', user._id).execute();

/** Returns the emails sent since the last call. */
async function mailed(): Promise<string[]> {
  await test.runJobs();
  return test.printed.splice(0);
}

describe('resetting a password', () => {
  it('ends everything that was opened or requested with the old password', async () => {
    const person = await signIn(test, await aPerson(test));
    const password = await ftpPassword(person);
    const stolen = await changeLink(person, 'thief@example.com');
    const before = await knownBrowsers(person);
    expect(before).toHaveLength(1);
    const reset = { ...(await resetLink(person)), email: person.email, password: BETTER };
    expect((await put('/users/reset/password', reset)).statusCode).toBe(200);
    expect((await put('/users/email/verify?type=create_user', stolen)).json()).toMatchObject({ code: 'LINK_EXPIRED' });
    expect(await isSignedIn(person)).toBe(false);
    expect(await opensFtp(person.email, password)).toBe(false);
    // Only the browser that set the new password is known.
    const after = await knownBrowsers(person);
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
  });

  it('is refused with a link that is older than a day', async () => {
    const person = await aPerson(test);
    const reset = { ...(await resetLink(person)), email: person.email, password: BETTER };
    test.clock.offsetMs = 86_400_001;
    expect((await put('/users/reset/password', reset)).json()).toMatchObject({ code: 'LINK_EXPIRED' });
    test.clock.offsetMs = 0;
    expect((await put('/users/reset/password', reset)).statusCode).toBe(200);
  });

  it('refuses a sign-in that verified the old password before the reset', async () => {
    const person = await aPerson(test);
    const { password_hash } = await test.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', person.user._id)
      .executeTakeFirstOrThrow();
    await put('/users/reset/password', { ...(await resetLink(person)), email: person.email, password: BETTER });
    const session = {
      token_hash: Buffer.alloc(32, 1),
      user_id: person.user._id,
      user_agent: '',
      address: '',
      created_at: new Date(),
      expires_at: new Date(),
      stepped_up_at: null,
    };
    const proof = { passwordHash: password_hash, hasSecondFactor: false };
    const browser = { userId: person.user._id, tokenHash: Buffer.alloc(32, 1), expiresAt: new Date(), secondFactorAt: null };
    const record = { method: 'password' as const, browser, maxBrowsers: 20, attempt: null };
    expect(await test.db.transaction().execute((tx) => insertSession(tx, session, proof, record))).toBe(false);
  });
});

describe('a verified password', () => {
  it('is no longer valid after the password was changed', async () => {
    const person = await aPerson(test);
    const proofs = createPasswordConfirmations({ db: test.db, clock: test.clock, sealed: { open: async (password) => password } });
    const proof = await proofs.confirm({ userId: person.user._id }, person.password);
    await test.db.transaction().execute((tx) => proof.assertStillValid(tx));
    await put('/users/reset/password', { ...(await resetLink(person)), email: person.email, password: BETTER });
    await expect(test.db.transaction().execute((tx) => proof.assertStillValid(tx))).rejects.toMatchObject({ code: 'INCORRECT_PASSWORD' });
  });
});

describe('changing the address of an account', () => {
  it('notifies the old address on request and on completion', async () => {
    const person = await aPerson(test);
    await mailed();
    await person.call('PUT', `/users/${person.user._id}`, { email: 'asked@example.com', password: person.password });
    const printed = (await mailed()).join('\n');
    expect(printed).toContain(`${person.email}: Request to change your email address`);
  });

  it('invalidates reset links and ends all other sessions', async () => {
    const [person, address] = [await aPerson(test), 'moved-on@example.com'];
    const elsewhere = await signIn(test, person);
    const reset = await resetLink(person);
    const password = await ftpPassword(person);
    expect((await put('/users/email/verify?type=create_user', await changeLink(person, address))).statusCode).toBe(200);
    expect((await put('/users/email/verify', reset)).json()).toMatchObject({ code: 'LINK_EXPIRED' });
    expect([await isSignedIn(person), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect(await opensFtp(address, password)).toBe(false);
  });

  it('requires the caller’s password only when the address changes', async () => {
    const person = await aPerson(test);
    const change = (body: object) => person.call('PUT', `/users/${person.user._id}`, body);
    expect((await change({ email: person.email, name: 'Same Address' })).statusCode).toBe(200);
    expect((await change({ email: 'new@example.com' })).json()).toMatchObject({ code: 'INVALID', message: 'Password field is required' });
    expect((await change({ email: 'new@example.com', password: 'wrong' })).json()).toMatchObject({ code: 'INCORRECT_PASSWORD' });
    expect((await change({ email: 'new@example.com', password: person.password })).statusCode).toBe(200);
  });
});

describe('deactivating an account', () => {
  it('signs the user out, invalidates all links, and notifies the user', async () => {
    const person = await aPerson(test);
    const password = await ftpPassword(person);
    const reset = await resetLink(person);
    await mailed();
    const { setDisabled } = test.modules.getApi(accountsModule);
    await test.db.transaction().execute((tx) => setDisabled(tx, person.user._id, true));
    expect((await mailed()).join('\n')).toContain(`${person.email}: Your account was deactivated`);
    await test.db.transaction().execute((tx) => setDisabled(tx, person.user._id, false));
    expect(await isSignedIn(person)).toBe(false);
    expect((await put('/users/email/verify', reset)).json()).toMatchObject({ code: 'LINK_EXPIRED' });
    expect(await opensFtp(person.email, password)).toBe(false);
  });
});

describe('a new password', () => {
  it.each([
    ['!!!!!!!!', 'Please enter valid password'],
    ['Password123', 'This password is too common. Choose another one.'],
    ['trustno1', 'This password is too common. Choose another one.'],
  ])('cannot be “%s”, regardless of how it is set', async (password, message) => {
    const person = await aPerson(test);
    const link = await resetLink(person);
    const answers = [
      await test.app.inject({ method: 'POST', url: '/api/users', payload: { name: 'Ana', email: 'common@example.com', password } }),
      await put('/users/reset/password', { ...link, email: person.email, password }),
      await person.call('PUT', '/users/password', { oldPassword: person.password, newPassword: password }),
    ];
    for (const answer of answers) expect(answer.json()).toMatchObject({ code: 'INVALID', message });
  });

  it('cannot be the name of the account or of the product with a few digits, regardless of how it is set', async () => {
    const person = await aPerson(test);
    const { name } = person.user;
    const link = await resetLink(person);
    for (const password of [`${name}${name}-2026`, 'Vitrine.2026!']) {
      const payload = { name, email: 'names@example.com', password };
      const answers = [
        await test.app.inject({ method: 'POST', url: '/api/users', payload }),
        await put('/users/reset/password', { ...link, email: person.email, password }),
        await person.call('PUT', '/users/password', { oldPassword: person.password, newPassword: password }),
      ];
      const message = 'This password is the name, the email address or the product’s name with a few digits. Choose another one.';
      for (const answer of answers) expect(answer.json()).toMatchObject({ code: 'INVALID', message });
    }
  });
});

describe('the names in a password', () => {
  const owner = { name: 'Ana María Rossi', email: 'a.rossi@walls.example' };
  it.each(['rossi1985', 'ANAROSSI', 'María-Rossi!', 'walls2026', 'vitrine123', 'a.rossi@walls.example'])(
    'are refused alone: %s',
    (password) => expect(isNamePassword(password, owner)).toBe(true),
  );
  it.each(['rossi drinks tea', '12345678', 'vitrine84629174', 'Wx-vitrine-7'])('may be part of more: %s', (password) =>
    expect(isNamePassword(password, owner)).toBe(false),
  );
});

it('refuses a common password for the first administrator', async () => {
  const wanted = { email: 'first@example.com', password: 'Password1' };
  await expect(ensureAdministrator(test.db, test.clock, wanted)).rejects.toThrow('ADMIN_PASSWORD');
  expect(await ensureAdministrator(test.db, test.clock, { ...wanted, password: undefined })).toMatchObject({ email: wanted.email });
});

describe('an account that has not accepted the privacy agreement', () => {
  it('can use only the routes needed for accepting it', async () => {
    const person = await aPerson(test, { hasAcceptedPrivacy: false });
    const open: string[] = [];
    const closed = test.routes().filter(({ access }) => access === 'session' || access === 'bytes');
    // Sign out last, because later requests would have no session.
    for (const { method, url } of closed.toSorted((a, b) => Number(a.url.endsWith('/logout')) - Number(b.url.endsWith('/logout')))) {
      const path = url.replaceAll(/:\w+/g, person.user._id);
      const answer = await test.app.inject({ method: method as 'GET', url: path, headers: { authorization: person.token } });
      const isRefused = answer.statusCode === 403 && (method === 'HEAD' || answer.json<{ code: string }>().code === 'PRIVACY_REQUIRED');
      if (!isRefused) open.push(`${method} ${url}`);
    }
    expect(open.toSorted()).toEqual([
      'GET /api/users/:userId',
      'HEAD /api/users/:userId',
      'POST /api/users/logout',
      'POST /api/users/media-cookie',
      'PUT /api/users/privecy/:userId',
    ]);
  });

  it('can use all routes after accepting it', async () => {
    const person = await aPerson(test, { hasAcceptedPrivacy: false });
    expect((await person.call('GET', `/albums/${person.user._id}`)).json()).toMatchObject({ code: 'PRIVACY_REQUIRED' });
    await person.call('PUT', `/users/privecy/${person.user._id}`, { privacy: true });
    expect((await person.call('GET', `/albums/${person.user._id}`)).statusCode).toBe(200);
  });
});
