import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, PASSWORD, type TestPerson } from '../../testing/builders.ts';
import { addSecondFactor } from '../../testing/second-factors.ts';
import { SoftwarePasskey } from '../../testing/software-passkey.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const ORIGIN = 'http://localhost:3000';
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL: ORIGIN });
});
afterAll(() => test.close());
beforeEach(() => {
  test.clock.offsetMs = 0;
});

type Response = Awaited<ReturnType<TestPerson['call']>>;
const result = <T>(response: Response) => response.json<{ result: T }>().result;
const code = (response: Response) => response.json<{ code?: string }>().code;
const post = (url: string, payload: object = {}) => test.app.inject({ method: 'POST', url: `/api${url}`, payload });

async function requestCreation(person: TestPerson) {
  return result<{ challenge: string }>(await person.call('POST', '/users/passkeys/options', { password: PASSWORD }));
}

async function addPasskey(person: TestPerson, name = 'Phone'): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey(ORIGIN);
  const created = await person.call('POST', '/users/passkeys', { name, response: passkey.register(await requestCreation(person)) });
  expect(created.statusCode).toBe(201);
  return passkey;
}

const signInOptions = async () => result<{ challenge: string }>(await post('/users/login/passkey/options'));
const signIn = async (passkey: SoftwarePasskey, choices = {}) =>
  post('/users/login/passkey', { response: passkey.answer(await signInOptions(), choices) });

describe('a passkey', () => {
  it('is created with the password, and signs in without address, password and code', async () => {
    const ana = await aPerson(test);
    expect(code(await ana.call('POST', '/users/passkeys/options', { password: 'not the one' }))).toBe('INCORRECT_PASSWORD');
    const passkey = await addPasskey(ana);
    await addSecondFactor(test, ana);
    const signedIn = await signIn(passkey);
    expect(signedIn.json()).toMatchObject({ error: false, result: { _id: ana.user._id } });
    const session = { authorization: signedIn.json<{ token: string }>().token };
    const events = result<object[]>(await ana.call('GET', '/users/sign-ins'));
    expect(events).toMatchObject([{ kind: 'newBrowser', method: 'passkey' }]);
    const removed = await test.app.inject({
      method: 'DELETE',
      url: '/api/users/second-factor',
      headers: session,
      payload: { password: PASSWORD },
    });
    expect(removed.statusCode).toBe(200);
  });

  it('is listed, renamed and removed by its owner only', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    const passkey = await addPasskey(ana);
    await signIn(passkey);
    const [listed] = result<{ passkeys: { _id: string; name: string; lastUsedAt: string | null }[] }>(
      await ana.call('GET', '/users/passkeys'),
    ).passkeys;
    expect(listed).toMatchObject({ name: 'Phone', lastUsedAt: expect.any(String) as string });
    const url = `/users/passkeys/${listed?._id}`;
    expect(code(await ben.call('PUT', url, { name: 'Mine' }))).toBe('NOT_FOUND');
    expect(code(await ben.call('DELETE', url))).toBe('NOT_FOUND');
    expect((await ana.call('PUT', url, { name: 'Old phone' })).json()).toMatchObject({ result: { name: 'Old phone' } });
    expect((await ana.call('DELETE', url)).statusCode).toBe(200);
    expect(code(await signIn(passkey))).toBe('PASSKEY_INVALID');
    await test.runJobs();
    expect(test.printed.filter((line) => line.startsWith(`Email to ${ana.email}: A passkey was`))).toHaveLength(2);
  });

  it('opens no disabled account', async () => {
    const ana = await aPerson(test);
    const passkey = await addPasskey(ana);
    await test.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', ana.user._id).execute();
    expect(code(await signIn(passkey))).toBe('USER_DISABLED');
  });

  it('confirms a session for sensitive operations', async () => {
    const ana = await aPerson(test);
    const passkey = await addPasskey(ana);
    const others = await addPasskey(await aPerson(test));
    await addSecondFactor(test, ana);
    const options = async () => result<{ challenge: string }>(await ana.call('POST', '/users/step-up/passkey/options'));
    expect(code(await ana.call('POST', '/users/step-up/passkey', { response: others.answer(await options()) }))).toBe('PASSKEY_INVALID');
    expect(code(await ana.call('POST', '/users/step-up/passkey', { response: passkey.answer(await signInOptions()) }))).toBe(
      'PASSKEY_INVALID',
    );
    expect((await ana.call('POST', '/users/step-up/passkey', { response: passkey.answer(await options()) })).statusCode).toBe(200);
    expect((await ana.call('DELETE', '/users/second-factor', { password: PASSWORD })).statusCode).toBe(200);
  });
});

describe('the answer of a passkey is refused', () => {
  let passkey: SoftwarePasskey;
  beforeAll(async () => {
    passkey = await addPasskey(await aPerson(test));
  });

  it('when it was used before, also when it arrives many times at once', async () => {
    const response = passkey.answer(await signInOptions());
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('/users/login/passkey', { response })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it.each([
    ['from another origin', { origin: 'https://vitrine.example.net' }],
    ['for another domain', { rpId: 'example.net' }],
    ['without verification of the user', { isVerified: false }],
    ['with the counter of a copy', { counter: 1 }],
  ])('%s', async (_, choices) => {
    passkey.counter = 5;
    await signIn(passkey);
    expect(code(await signIn(passkey, choices))).toBe('PASSKEY_INVALID');
    passkey.counter = 10;
  });

  it('after five minutes, and for a challenge that the server has not created', async () => {
    const late = passkey.answer(await signInOptions());
    test.clock.offsetMs = 300_001;
    expect(code(await post('/users/login/passkey', { response: late }))).toBe('PASSKEY_INVALID');
    test.clock.offsetMs = 0;
    const made = passkey.answer({ challenge: Buffer.alloc(54, 7).toString('base64url') });
    expect(code(await post('/users/login/passkey', { response: made }))).toBe('PASSKEY_INVALID');
  });

  it('when it is signed by another key', async () => {
    const stranger = new SoftwarePasskey(ORIGIN);
    const response = { ...stranger.answer(await signInOptions()), id: passkey.id, rawId: passkey.id };
    expect(code(await post('/users/login/passkey', { response }))).toBe('PASSKEY_INVALID');
  });
});

describe('a registration is refused', () => {
  it('for the challenge of another session, and with a credential that is registered', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    const passkey = new SoftwarePasskey(ORIGIN);
    const body = { name: 'Phone', response: passkey.register(await requestCreation(ana)) };
    expect(code(await ben.call('POST', '/users/passkeys', body))).toBe('PASSKEY_INVALID');
    expect((await ana.call('POST', '/users/passkeys', body)).statusCode).toBe(201);
    expect(code(await ana.call('POST', '/users/passkeys', body))).toBe('PASSKEY_INVALID');
    const again = { name: 'Phone', response: passkey.register(await requestCreation(ben)) };
    expect(code(await ben.call('POST', '/users/passkeys', again))).toBe('PASSKEY_INVALID');
  });

  it('from the twenty-first passkey on, also when they arrive at once', async () => {
    const ana = await aPerson(test);
    for (let count = 0; count < 19; count++) await addPasskey(ana, `Phone ${count}`);
    const bodies = [];
    for (let count = 0; count < 2; count++)
      bodies.push({ name: 'Last', response: new SoftwarePasskey(ORIGIN).register(await requestCreation(ana)) });
    const answers = await Promise.all(bodies.map((body) => ana.call('POST', '/users/passkeys', body)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(code(await ana.call('POST', '/users/passkeys/options', { password: PASSWORD }))).toBe('PASSKEY_LIMIT');
  });
});

it('passkeys are unavailable at an address that is neither https nor localhost', async () => {
  const plain = await createTestApp({ PUBLIC_URL: 'http://192.0.2.7:3000' });
  const options = await plain.app.inject({ method: 'POST', url: '/api/users/login/passkey/options' });
  expect(options.json()).toMatchObject({ code: 'PASSKEYS_UNAVAILABLE' });
  await plain.close();
});
