import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNewUser, aPerson, PASSWORD, verificationLink } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const post = (url: string, payload: unknown) => test.app.inject({ method: 'POST', url: `/api${url}`, payload: payload as object });
const put = (url: string, payload: unknown) => test.app.inject({ method: 'PUT', url: `/api${url}`, payload: payload as object });
const signUp = (email: string, rest: object = {}) => post('/users', { name: 'Ana Lima', email, password: PASSWORD, ...rest });

function linkBody(): { key: string | null; lock: string | null } {
  const link = new URL(verificationLink(test));
  return { key: link.searchParams.get('emailvfkey'), lock: link.searchParams.get('emailvflock') };
}

describe('signing up', () => {
  it('creates an account that can sign in once its address is verified', async () => {
    expect((await signUp('first@example.com')).statusCode).toBe(201);
    const early = await post('/users/login', { email: 'first@example.com', password: PASSWORD });
    expect(early.statusCode).toBe(403);
    expect(early.json()).toMatchObject({ error: true, code: 'ACCOUNT_NOT_VERIFY', message: 'This Account is not verified yet' });

    await test.runJobs();
    expect((await put('/users/email/verify?type=create_user', linkBody())).statusCode).toBe(200);
    const answer = await post('/users/login', { email: 'FIRST@example.com', password: PASSWORD });
    expect(answer.json()).toMatchObject({ error: false, token: expect.any(String), result: { role: 'user', privacy: false } });
    expect(answer.body).not.toContain('password');
  });

  it('verifies an address by any of its links, answers used links with the address, and refuses a wrong lock', async () => {
    await signUp('once@example.com');
    await test.runJobs();
    const body = linkBody();
    expect((await put('/users/email/verify?type=create_user', { ...body, lock: 'x' })).json()).toMatchObject({
      code: 'LINK_EXPIRED',
      message: 'Link expired',
    });
    await put('/users/forgot/password', { email: 'once@example.com', type: 'verify_email' });
    await test.runJobs();
    const fresh = linkBody();
    const verify = async (link: object) => (await put('/users/email/verify?type=create_user', link)).json();
    const verified = { error: false, result: { email: 'once@example.com' } };
    expect(await verify(body)).toMatchObject(verified);
    for (const link of [body, fresh]) expect(await verify(link)).toMatchObject(verified);
    expect(await verify({ ...fresh, lock: 'x' })).toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('refuses a verification link after a day', async () => {
    await signUp('late@example.com');
    await test.runJobs();
    const body = linkBody();
    test.clock.offsetMs = 86_400_001;
    expect((await put('/users/email/verify?type=create_user', body)).statusCode).toBe(410);
    test.clock.offsetMs = 0;
  });

  it('refuses a registered address, ignoring case', async () => {
    await signUp('taken@example.com');
    expect((await signUp('Taken@Example.com')).json()).toMatchObject({ code: 'EMAIL_TAKEN' });
  });

  it.each([
    [{ name: 'A' }, 'Minimum 2 characters required'],
    [{ name: 'x'.repeat(31) }, 'Should not exceed 30 characters!'],
    [{ name: '' }, 'User name field is required'],
    [{ name: '!!!' }, 'Please enter valid detail'],
    [{ name: 'Ana\u0000' }, 'Contains an unsupported character'],
    [{ email: 'nobody' }, 'Invalid email address'],
    [{ email: '' }, 'Email field cannot be empty'],
    [{ password: 'short' }, 'Must be 8 or more than 8 characters'],
    [{ role: 'admin' }, 'Unrecognized key: "role"'],
  ])('refuses %o', async (fault, message) => {
    const answer = await signUp('valid@example.com', fault);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ error: true, code: 'INVALID', message });
  });
});

describe('a password', () => {
  it('is used exactly as typed, to its last character, with spaces and any script', async () => {
    const person = await aPerson(test);
    const chosen = ` Wörter 密码 ${'x'.repeat(240)}z `;
    const change = await person.call('PUT', '/users/password', { oldPassword: person.password, newPassword: chosen });
    expect(change.statusCode).toBe(200);
    const login = async (password: string) => (await post('/users/login', { email: person.email, password })).statusCode;
    expect(await login(chosen)).toBe(200);
    for (const other of [chosen.trim(), chosen.toLowerCase(), chosen.normalize('NFD'), `${chosen.slice(0, -2)}y `])
      expect(await login(other)).toBe(400);
  });

  it('is stored as an argon2id hash', async () => {
    const { user } = await aPerson(test);
    const rows = await test.db.selectFrom('users').select('password_hash').where('id', '=', user._id).execute();
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$/);
  });
});

describe('onboarding', () => {
  it('is shown on every device after sign-up until the user ends it, and again on request', async () => {
    const [ana, ben] = [await aNewUser(test), await aPerson(test)];
    const isNewcomer = async () => (await ana.call('GET', `/users/${ana.user._id}`)).json().result.isNewcomer;
    expect(await isNewcomer()).toBe(true);
    expect((await ben.call('PUT', `/users/welcome/${ana.user._id}`, { ended: true })).statusCode).toBe(404);
    expect((await ana.call('PUT', `/users/welcome/${ana.user._id}`, { ended: true })).statusCode).toBe(200);
    expect(await isNewcomer()).toBe(false);
    await ana.call('PUT', `/users/welcome/${ana.user._id}`, { ended: false });
    expect(await isNewcomer()).toBe(true);
  });
});

describe('accepting the privacy agreement', () => {
  it('is recorded for the caller only', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    expect((await ana.call('PUT', `/users/privecy/${ben.user._id}`, { privacy: true })).statusCode).toBe(404);
    expect((await ana.call('PUT', `/users/privecy/${ana.user._id}`, { privacy: true })).statusCode).toBe(200);
    expect((await ana.call('GET', `/users/${ana.user._id}`)).json()).toMatchObject({ result: { privacy: true } });
  });
});
