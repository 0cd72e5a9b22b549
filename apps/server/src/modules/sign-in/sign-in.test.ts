import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aPerson, PASSWORD, signIn, type TestPerson } from '../../testing/builders.ts';
import { seal } from '../../testing/seal-password.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { viewAccount } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  ben = await aPerson(test);
});
afterAll(() => test.close());

const post = (url: string, payload: unknown) => test.app.inject({ method: 'POST', url: `/api${url}`, payload: payload as object });

describe('signing in', () => {
  it('reports an unknown address and a wrong password with the specified messages', async () => {
    const person = await aPerson(test);
    expect((await post('/users/login', { email: 'no@example.com', password: PASSWORD })).json()).toMatchObject({ code: 'NO_USER_EXISTS' });
    const wrong = await post('/users/login', { email: person.email, password: 'not the one' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ code: 'INCORRECT_PASSWORD', message: 'Incorrect Email or Password' });
  });

  it('opens a sealed password, once', async () => {
    const person = await aPerson(test);
    const { publicKey, nonce } = (await test.app.inject('/api/users/login/key')).json<{ result: { publicKey: string; nonce: string } }>()
      .result;
    const password = seal(person.password, publicKey, nonce);
    expect((await post('/users/login', { email: person.email, password })).statusCode).toBe(200);
    const replayed = await post('/users/login', { email: person.email, password });
    expect(replayed.json()).toMatchObject({ error: true, code: 'SEAL_EXPIRED' });
  });

  it('takes three statements, because others would wait for more', async () => {
    const person = await aPerson(test);
    const submit = vi.spyOn(pg.Query.prototype, 'submit');
    const countStatements = async (password: string) => {
      const { publicKey, nonce } = (await test.app.inject('/api/users/login/key')).json<{ result: { publicKey: string; nonce: string } }>()
        .result;
      submit.mockClear();
      const answer = await post('/users/login', { email: person.email, password: seal(password, publicKey, nonce) });
      return [answer.statusCode, submit.mock.calls.length];
    };
    expect(await countStatements(person.password)).toEqual([200, 3]);
    // The second one is in a new browser, about which the owner gets an email.
    expect(await countStatements(person.password)).toEqual([200, 3]);
    // A wrong password is counted and recorded for the owner.
    expect(await countStatements('not the one')).toEqual([400, 2]);
    submit.mockRestore();
  });

  it('refuses an unknown nonce, an old one, and a box for another key', async () => {
    const person = await aPerson(test);
    const { publicKey, nonce } = (await test.app.inject('/api/users/login/key')).json<{ result: { publicKey: string; nonce: string } }>()
      .result;
    const login = (password: string) => post('/users/login', { email: person.email, password });
    expect((await login(seal(person.password, publicKey, 'made.up.nonce'))).json()).toMatchObject({ code: 'SEAL_EXPIRED' });
    expect((await login(`sealed:${Buffer.alloc(80).toString('base64url')}`)).json()).toMatchObject({ code: 'SEAL_EXPIRED' });
    test.clock.offsetMs = 11 * 60_000;
    expect((await login(seal(person.password, publicKey, nonce))).json()).toMatchObject({ code: 'SEAL_EXPIRED' });
    test.clock.offsetMs = 0;
  });

  it('refuses a deactivated account and ends its sessions', async () => {
    const person = await aPerson(test);
    await test.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', person.user._id).execute();
    expect((await person.call('GET', `/users/${person.user._id}`)).statusCode).toBe(401);
    const answer = await post('/users/login', { email: person.email, password: person.password });
    expect(answer.json()).toMatchObject({ code: 'USER_DISABLED', message: 'Account Deactivated! Please contact admin.' });
  });
});

describe('a session', () => {
  it('ends after 24 hours', async () => {
    const person = await aPerson(test);
    test.clock.offsetMs = 86_399_000;
    expect((await person.call('GET', `/users/${person.user._id}`)).statusCode).toBe(200);
    test.clock.offsetMs = 86_400_001;
    expect((await person.call('GET', `/users/${person.user._id}`)).statusCode).toBe(401);
    test.clock.offsetMs = 0;
  });

  it('ends at sign-out, and no other session with it', async () => {
    const person = await aPerson(test);
    const elsewhere = await signIn(test, person);
    await person.call('POST', '/users/logout');
    expect((await person.call('GET', `/users/${person.user._id}`)).statusCode).toBe(401);
    expect((await elsewhere.call('GET', `/users/${person.user._id}`)).statusCode).toBe(200);
  });

  it('stores only a hash of the token in the database', async () => {
    const person = await aPerson(test);
    const rows = await test.db.selectFrom('sessions').selectAll().where('user_id', '=', person.user._id).execute();
    expect(rows.map(({ token_hash }) => token_hash)).toEqual([createHash('sha256').update(person.token).digest()]);
    expect(JSON.stringify(rows)).not.toContain(person.token);
    expect(Buffer.from(person.token, 'base64url')).toHaveLength(32);
  });
});

describe('sessions', () => {
  it('are listed and ended, one or all others, for the caller’s account only', async () => {
    const person = await aPerson(test);
    const [phone, laptop] = [await signIn(test, person), await signIn(test, person)];
    const list = async (who: TestPerson) =>
      (await who.call('GET', '/users/sessions')).json<{ result: { _id: string; isCurrent: boolean }[] }>().result;
    expect(await list(person)).toHaveLength(3);
    const phones = (await list(phone)).find((entry) => entry.isCurrent)?._id;
    expect((await ben.call('DELETE', `/users/sessions/${phones}`)).statusCode).toBe(404);
    await laptop.call('DELETE', `/users/sessions/${phones}`);
    expect((await phone.call('GET', '/users/sessions')).statusCode).toBe(401);
    await laptop.call('DELETE', '/users/sessions');
    expect((await person.call('GET', '/users/sessions')).statusCode).toBe(401);
    expect(await list(laptop)).toHaveLength(1);
  });

  it('are listed up to the newest hundred, and all of them can be ended', async () => {
    const person = await aPerson(test);
    const newer = Array.from({ length: 100 }, (_, at) => ({
      token_hash: randomBytes(32),
      user_id: person.user._id,
      user_agent: 'browser',
      address: '',
      created_at: new Date(Date.now() + at + 1000),
      expires_at: new Date(Date.now() + 3_600_000),
    }));
    await test.db.insertInto('sessions').values(newer).execute();
    const listed = (await person.call('GET', '/users/sessions')).json<{ result: { isCurrent: boolean }[] }>().result;
    expect([listed.length, listed.some(({ isCurrent }) => isCurrent)]).toEqual([100, false]);
    await person.call('DELETE', '/users/sessions');
    const left = await test.db.selectFrom('sessions').select('token_hash').where('user_id', '=', person.user._id).execute();
    expect(left).toHaveLength(1);
  });
});

describe('a token in an address', () => {
  it('gives access to pictures of its account', async () => {
    const admin = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
    const answer = await admin.call('POST', '/users/media-cookie', {});
    expect(answer.json()).toMatchObject({ error: false, result: { _id: admin.user._id, role: 'admin', email: admin.email } });
    const media = answer.cookies.filter(({ name }) => name === 'vitrine_media');
    expect(media.map(({ path, httpOnly }) => [path, httpOnly])).toEqual([
      ['/api/uploads', true],
      ['/api/streams', true],
    ]);
    await viewAccount(admin, ana);
    expect((await admin.call('GET', `/users/${ana.user._id}`)).statusCode).toBe(200);
    expect((await admin.call('POST', '/users/media-cookie', {})).json()).toMatchObject({ result: { _id: admin.user._id } });
  });
});
