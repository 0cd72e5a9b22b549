/** Limits across processes, with two apps on one database and concurrent requests. */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPlan, aScreen, mailLink, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let apps: TestApp[];
beforeAll(async () => {
  test = await openTestApp();
  apps = [test, await createTestApp({}, undefined, test)];
});
afterAll(async () => {
  for (const app of apps.toReversed()) await app.close();
});

/** Sends concurrent requests, alternating between both apps. */
const atOnce = <T>(count: number, one: (app: TestApp, index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(apps[index % 2] ?? test, index)));
const codes = (answers: LightMyRequestResponse[]) => answers.map((answer) => answer.json<{ code?: string }>().code ?? 'done');
const count = (all: string[], wanted: string) => all.filter((code) => code === wanted).length;

interface Guess {
  from?: string;
  browser?: string;
}
const login = (app: TestApp, { email }: TestPerson, password: string, { from = '10.0.0.1', browser }: Guess = {}) =>
  app.app.inject({
    method: 'POST',
    url: '/api/users/login',
    remoteAddress: from,
    payload: { email, password },
    ...(browser && { cookies: { vitrine_browser: browser } }),
  });
const as = (app: TestApp, { token }: TestPerson, method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object) =>
  app.app.inject({ method, url: `/api${url}`, headers: { authorization: token }, payload });

describe('a password', () => {
  it('is checked only ten times for a hundred concurrent attempts', async () => {
    const victim = await aPerson(test);
    const refused = codes(await atOnce(100, (app, index) => login(app, victim, `guess ${index}`)));
    expect(count(refused, 'INCORRECT_PASSWORD')).toBe(10);
    expect(count(refused, 'TOO_MANY_REQUESTS')).toBe(90);
    expect(codes([await login(test, victim, victim.password)])).toEqual(['TOO_MANY_REQUESTS']);
    expect(codes([await login(test, victim, victim.password, { from: '10.0.0.2' })])).toEqual(['done']);
  });

  it('is accepted for a hundred concurrent correct attempts, which leave no counts', async () => {
    const person = await aPerson(test);
    const accepted = codes(await atOnce(100, (app) => login(app, person, person.password, { from: '10.6.0.1' })));
    expect(count(accepted, 'done')).toBe(100);
    const guessed = codes(await atOnce(12, (app) => login(app, person, 'guess', { from: '10.6.0.1' })));
    expect(count(guessed, 'INCORRECT_PASSWORD')).toBe(10);
  });

  it('is accepted from a known browser despite failed attempts elsewhere', async () => {
    const victim = await aPerson(test);
    const browser = (await login(test, victim, victim.password)).cookies.find(({ name }) => name === 'vitrine_browser')?.value;
    await test.db.updateTable('attempt_counts').set({ count: 1000 }).execute();
    await atOnce(60, (app, index) => login(app, victim, 'guess', { from: `10.1.0.${index}` }));
    expect(codes([await login(test, victim, victim.password)])).toEqual(['TOO_MANY_REQUESTS']);
    expect(codes([await login(test, victim, victim.password, { browser: 'x'.repeat(43) })])).toEqual(['TOO_MANY_REQUESTS']);
    expect(codes([await login(test, victim, victim.password, { browser })])).toEqual(['done']);
    const guessed = codes(await atOnce(30, (app) => login(app, victim, 'guess', { browser })));
    expect(count(guessed, 'INCORRECT_PASSWORD')).toBe(10);
  });

  it('is accepted from the browser that has just changed it, and from no browser that used the old one', async () => {
    const [person, from] = [await aPerson(test), '10.3.1.1'];
    const cookieOf = (answer: LightMyRequestResponse) => answer.cookies.find(({ name }) => name === 'vitrine_browser')?.value;
    const [here, elsewhere] = [
      cookieOf(await login(test, person, person.password, { from })),
      cookieOf(await login(test, person, person.password, { from })),
    ];
    const changed = await test.app.inject({
      method: 'PUT',
      url: '/api/users/password',
      headers: { authorization: person.token },
      cookies: { vitrine_browser: here ?? '' },
      payload: { oldPassword: person.password, newPassword: 'a better password' },
    });
    expect(cookieOf(changed)).toBe(here);
    await test.db.updateTable('attempt_counts').set({ count: 1000 }).execute();
    await atOnce(60, (app, index) => login(app, person, 'guess', { from: `10.3.0.${index}` }));
    const enter = (browser: string | undefined) => login(test, person, 'a better password', { from, browser });
    expect(codes([await enter(elsewhere), await enter(here)])).toEqual(['TOO_MANY_REQUESTS', 'done']);
  });

  it('can be reset by an emailed link, which makes that browser known while other clients use up all attempts', async () => {
    const [owner, from, next] = [await aPerson(test), '10.5.9.9', 'a better password'];
    const guesses = codes(await atOnce(60, (app, index) => login(app, owner, 'guess', { from: `10.5.0.${index}` })));
    expect([count(guesses, 'INCORRECT_PASSWORD'), count(guesses, 'TOO_MANY_REQUESTS')]).toEqual([50, 10]);
    const refused = (await login(test, owner, owner.password, { from })).json<{ code: string; message: string }>();
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('reset your password by email') });
    const put = (url: string, payload: object, remoteAddress = from) =>
      test.app.inject({ method: 'PUT', url: `/api${url}`, remoteAddress, payload });
    expect((await put('/users/forgot/password', { email: owner.email })).statusCode).toBe(200);
    await test.runJobs();
    const link = mailLink(test, 'resetvfkey').searchParams;
    // Other clients use up the email limit of this address, but none of their requests invalidates the owner's link.
    for (let index = 0; index < 5; index++) await put('/users/forgot/password', { email: owner.email }, `10.5.1.${index}`);
    const reset = await put('/users/reset/password', {
      email: owner.email,
      password: next,
      key: link.get('resetvfkey'),
      lock: link.get('resetvflock'),
    });
    expect(reset.statusCode).toBe(200);
    const browser = reset.cookies.find(({ name }) => name === 'vitrine_browser')?.value;
    expect(codes([await login(test, owner, next, { from }), await login(test, owner, next, { from, browser })])).toEqual([
      'TOO_MANY_REQUESTS',
      'done',
    ]);
    const guessed = codes(await atOnce(30, (app) => login(app, owner, 'guess', { browser })));
    expect(count(guessed, 'INCORRECT_PASSWORD')).toBe(10);
  });

  it('is limited separately for the twenty newest browsers of the account only', async () => {
    const person = await aPerson(test);
    for (let count = 0; count < 22; count++) {
      test.clock.offsetMs += 1000;
      expect(codes([await login(test, person, person.password, { from: '10.2.0.1' })])).toEqual(['done']);
    }
    test.clock.offsetMs = 0;
    expect(await test.db.selectFrom('known_browsers').select('user_id').where('user_id', '=', person.user._id).execute()).toHaveLength(20);
  });

  it('can be tried again after a quarter of an hour, and its counts are deleted', async () => {
    const victim = await aPerson(test);
    await test.db.deleteFrom('attempt_counts').execute();
    await atOnce(12, (app) => login(app, victim, 'guess', { from: '10.0.0.9' }));
    for (const app of apps) app.clock.offsetMs = 16 * 60_000;
    expect(codes([await login(test, victim, victim.password, { from: '10.0.0.9' })])).toEqual(['done']);
    for (const app of apps) app.clock.offsetMs = 40 * 60_000;
    await test.runWorkerTasks('accounts.expiry');
    for (const app of apps) app.clock.offsetMs = 0;
    expect(await test.db.selectFrom('attempt_counts').select('key').execute()).toEqual([]);
  });

  it('is checked ten times for all addresses of one IPv6 network together', async () => {
    const victim = await aPerson(test);
    const refused = codes(await atOnce(60, (app, index) => login(app, victim, 'guess', { from: `2001:db8:1:2::${index.toString(16)}` })));
    expect(count(refused, 'INCORRECT_PASSWORD')).toBe(10);
    expect(codes([await login(test, victim, victim.password, { from: '2001:db8:1:3::1' })])).toEqual(['done']);
  });

  it('allows ten attempts in total for repeatedly requested links', async () => {
    const victim = await aPerson(test);
    const tries = [
      (app: TestApp) => as(app, victim, 'PUT', '/users/password', { oldPassword: 'guess', newPassword: 'a better password' }),
      (app: TestApp) => as(app, victim, 'DELETE', `/users/${victim.user._id}`, { password: 'guess' }),
      (app: TestApp) => as(app, victim, 'POST', '/users/export', { password: 'guess' }),
    ];
    const refused = codes(await atOnce(45, (app, index) => (tries[index % 3] ?? tries[0])?.(app) as Promise<LightMyRequestResponse>));
    expect(count(refused, 'TOO_MANY_REQUESTS')).toBe(35);
  });

  it('of an FTP account is checked ten times for many concurrent attempts', async () => {
    const victim = await aPerson(test);
    const outcomes = await atOnce(40, (app) =>
      app.modules.ftpSignIn('10.0.0.3', victim.email, 'guess').then(
        () => 'tried',
        (error: Error) => error.message,
      ),
    );
    expect(count(outcomes, 'tried')).toBe(10);
  });
});

describe('limits of a client network', () => {
  it('count an IPv6 network once, for any of its addresses', async () => {
    const draw = (remoteAddress: string) => test.app.inject({ url: '/api/contacts/captcha', remoteAddress });
    const answers = [];
    for (let index = 0; index < 50; index++) answers.push(await draw(`2001:db8:7:7:${index.toString(16)}::1`));
    expect(count(codes(answers), 'TOO_MANY_REQUESTS')).toBe(30);
    expect((await draw('2001:db8:7:8::1')).statusCode).toBe(200);
  });

  it('let sign-up reveal at most 60 registered addresses in a quarter of an hour', async () => {
    const { email } = await aPerson(test);
    await test.db.deleteFrom('attempt_counts').execute();
    const signUp = (app: TestApp, host: string) =>
      app.app.inject({
        method: 'POST',
        url: '/api/users',
        remoteAddress: host,
        payload: { name: 'Mallory', email, password: 'correct horse' },
      });
    expect(codes([await signUp(test, '2001:db8:9:1::1')])).toEqual(['EMAIL_TAKEN']);
    await test.db.updateTable('attempt_counts').set({ count: 55 }).execute();
    const answers = codes(await atOnce(20, (app, index) => signUp(app, `2001:db8:9:1::${index.toString(16)}`)));
    expect([count(answers, 'EMAIL_TAKEN'), count(answers, 'TOO_MANY_REQUESTS')]).toEqual([5, 15]);
    await test.db.deleteFrom('attempt_counts').execute();
  });
});

it('limits the emails sent to one mailbox', async () => {
  const { email } = await aPerson(test);
  const sendRequest = (app: TestApp) => app.app.inject({ method: 'PUT', url: '/api/users/forgot/password', payload: { email } });
  expect(count(codes(await atOnce(12, sendRequest)), 'done')).toBe(5);
});

describe('device ids', () => {
  const add = (app: TestApp, person: TestPerson, deviceId: string) =>
    as(app, person, 'POST', '/devices', { name: 'Wall', deviceId, timeZone: 'UTC' });

  it('are checked ten times a minute, and correct ones do not count', async () => {
    const person = await aPerson(test, { devices: 100 });
    const screens = await Promise.all(Array.from({ length: 12 }, () => aScreen(test)));
    expect(count(codes(await atOnce(12, (app, index) => add(app, person, screens[index]?.deviceId ?? ''))), 'done')).toBe(12);
    const refused = codes(await atOnce(30, (app, index) => add(app, person, `Z0000${index % 10}`)));
    expect(count(refused, 'DEVICE_UNKNOWN')).toBe(10);
    expect(count(refused, 'TOO_MANY_REQUESTS')).toBe(20);
  });
});

describe('emails to strangers', () => {
  const invite = (app: TestApp, person: TestPerson, albumId: string, size: number) =>
    as(app, person, 'PUT', `/albums/share/${albumId}`, {
      emailArr: Array.from({ length: size }, (_, index) => ({ email: `${albumId}.${index}@example.com`, permission: 'read' })),
    });

  it('are limited to twenty a day in the first week, and to two hundred later', async () => {
    const person = await aPerson(test);
    await aPlan(test, person);
    const albums = await Promise.all(Array.from({ length: 4 }, () => anAlbum(person)));
    const of = (index: number) => albums[index]?._id ?? '';
    expect(codes(await atOnce(2, (app, index) => invite(app, person, of(index), 15))).toSorted()).toEqual(['TOO_MANY_REQUESTS', 'done']);
    expect((await invite(test, person, of(2), 6)).json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await test.db
      .updateTable('users')
      .set({ created_at: new Date(0) })
      .where('id', '=', person.user._id)
      .execute();
    expect(codes([await invite(test, person, of(2), 90), await invite(test, person, of(3), 95)])).toEqual(['done', 'done']);
    expect(codes([await invite(test, person, (await anAlbum(person))._id, 1)])).toEqual(['TOO_MANY_REQUESTS']);
  });
});
