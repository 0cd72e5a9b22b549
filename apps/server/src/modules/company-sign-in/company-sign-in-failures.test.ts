/** Providers that misbehave or fail, and answers that are not for this browser. Each one is refused without an account or a session. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '../../testing/builders.ts';
import { CompanyBrowser, codeOf, createClaims, stepOf } from '../../testing/company-sign-in.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { CLIENT_ID, CLIENT_SECRET, TestProvider } from '../../testing/test-provider.ts';

const DISCOVERY = '/.well-known/openid-configuration';
const HOUR_MS = 3_600_000;

let test: TestApp;
let provider: TestProvider;
beforeAll(async () => {
  provider = await new TestProvider().start();
  test = await createTestApp({
    PUBLIC_URL: 'http://localhost:3000',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
  });
});
afterAll(async () => {
  await test.close();
  await provider.stop();
});
beforeEach(() => {
  provider.claims = createClaims();
});
afterEach(() => {
  Object.assign(provider, { overrides: {}, wrongClaims: {}, signsWithUnknownKey: false, allowsCodesTwice: false });
  test.clock.offsetMs += 2 * HOUR_MS;
});

const newBrowser = () => new CompanyBrowser(test, provider);
const countRows = async () => ({
  people: (await test.db.selectFrom('users').select('id').execute()).length,
  sessions: (await test.db.selectFrom('sessions').select('user_id').execute()).length,
});

describe('an ID token is refused', () => {
  it.each([
    ['of another issuer', { iss: 'https://other.example.com' }],
    ['for another client', { aud: 'other' }],
    ['with the nonce of another sign-in', { nonce: 'other' }],
    ['without a nonce', { nonce: undefined }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 3600 }],
    ['without a subject', { sub: undefined }],
  ])('%s', async (_, wrongClaims) => {
    const before = await countRows();
    provider.wrongClaims = wrongClaims;
    expect(codeOf(await newBrowser().signIn())).toBe('COMPANY_SIGN_IN_INVALID');
    expect(await countRows()).toEqual(before);
  });

  it('with a signature of another key', async () => {
    provider.signsWithUnknownKey = true;
    expect(codeOf(await newBrowser().signIn())).toBe('COMPANY_SIGN_IN_INVALID');
  });
});

it('accepts a new key of the provider at once', async () => {
  expect(stepOf(await newBrowser().signIn()).step).toBe('signedIn');
  provider.rotateKey();
  expect(stepOf(await newBrowser().signIn()).step).toBe('signedIn');
});

describe('an answer is refused', () => {
  it('in a browser that has not started the sign-in, or has started another one', async () => {
    const answer = await newBrowser().authorize();
    expect(codeOf(await newBrowser().answer(answer))).toBe('COMPANY_SIGN_IN_EXPIRED');
    const other = newBrowser();
    await other.start();
    expect(codeOf(await other.answer(answer))).toBe('COMPANY_SIGN_IN_EXPIRED');
    expect(other.cookies.has('vitrine_company')).toBe(false);
  });

  it('when it was used, also by a provider that accepts its codes again', async () => {
    provider.allowsCodesTwice = true;
    const browser = newBrowser();
    const answer = await browser.authorize();
    const cookie = browser.cookies.get('vitrine_company') ?? '';
    const replays = await Promise.all(
      Array.from({ length: 6 }, () => {
        const replay = newBrowser();
        replay.cookies.set('vitrine_company', cookie);
        return replay.answer(answer);
      }),
    );
    expect(replays.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(replays.map(codeOf))).toEqual(new Set([undefined, 'COMPANY_SIGN_IN_EXPIRED']));
    await test.runWorkerTasks('companySignIn.expiry');
    expect(await test.db.selectFrom('used_company_answers').select('expires_at').execute()).toHaveLength(1);
    test.clock.offsetMs += HOUR_MS;
    await test.runWorkerTasks('companySignIn.expiry');
    expect(await test.db.selectFrom('used_company_answers').select('expires_at').execute()).toEqual([]);
  });

  it('with a code that the provider does not know', async () => {
    const browser = newBrowser();
    const parameters = new URLSearchParams(await browser.authorize());
    parameters.set('code', 'made-up');
    expect(codeOf(await browser.answer(parameters.toString()))).toBe('COMPANY_SIGN_IN_EXPIRED');
  });

  it('after ten minutes, and with a changed cookie', async () => {
    const late = newBrowser();
    const answer = await late.authorize();
    test.clock.offsetMs += 11 * 60_000;
    expect(codeOf(await late.answer(answer))).toBe('COMPANY_SIGN_IN_EXPIRED');
    const changed = newBrowser();
    const other = await changed.authorize();
    const cookie = changed.cookies.get('vitrine_company') ?? '';
    changed.cookies.set('vitrine_company', `${cookie.slice(0, -4)}AAAA`);
    expect(codeOf(await changed.answer(other))).toBe('COMPANY_SIGN_IN_EXPIRED');
  });

  it('of another issuer', async () => {
    const browser = newBrowser();
    const parameters = new URLSearchParams(await browser.authorize());
    parameters.set('iss', 'https://other.example.com');
    expect(codeOf(await browser.answer(parameters.toString()))).toBe('COMPANY_SIGN_IN_INVALID');
  });

  it.each([
    ['access_denied', 'COMPANY_SIGN_IN_DENIED'],
    ['temporarily_unavailable', 'COMPANY_UNREACHABLE'],
    ['invalid_scope', 'COMPANY_SIGN_IN_INVALID'],
  ])('with the error %s as %s', async (error, code) => {
    const browser = newBrowser();
    const state = new URLSearchParams(await browser.authorize()).get('state') ?? '';
    expect(codeOf(await browser.answer(new URLSearchParams({ error, state, iss: provider.issuer }).toString()))).toBe(code);
  });

  it('as a proof, and a proof as an answer', async () => {
    const browser = newBrowser();
    const answer = await browser.authorize();
    expect(codeOf(await browser.prove({ password: 'any' }))).toBe('COMPANY_SIGN_IN_EXPIRED');
    const ana = await aPerson(test);
    provider.claims = createClaims({ email: ana.email });
    expect(stepOf(await browser.answer(answer)).step).toBe('password');
    expect(codeOf(await browser.answer(answer))).toBe('COMPANY_SIGN_IN_EXPIRED');
  });
});

describe('a provider that fails', () => {
  it('is tried again after a pause that grows, and not for each visitor', async () => {
    const other = await createTestApp({ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT_ID });
    const start = () => new CompanyBrowser(other, provider).start();
    provider.overrides[DISCOVERY] = () => ({ status: 503, body: 'Out of order' });
    const before = provider.requests.length;
    const refused = await Promise.all(Array.from({ length: 10 }, start));
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['COMPANY_UNREACHABLE']));
    expect(provider.requests.length - before).toBe(1);
    other.clock.offsetMs += 1100;
    expect(codeOf(await start())).toBe('COMPANY_UNREACHABLE');
    other.clock.offsetMs += 1100;
    expect(codeOf(await start())).toBe('COMPANY_UNREACHABLE');
    expect(provider.requests.length - before).toBe(2);
    provider.overrides = {};
    other.clock.offsetMs += 60_000;
    expect((await start()).statusCode).toBe(200);
    await other.close();
  });

  it('after its document was loaded leaves the document in use', async () => {
    expect((await newBrowser().start()).statusCode).toBe(200);
    provider.overrides[DISCOVERY] = () => ({ status: 503, body: 'Out of order' });
    test.clock.offsetMs += 2 * HOUR_MS;
    expect((await newBrowser().start()).statusCode).toBe(200);
  });

  it.each([
    ['an error', () => ({ status: 502, body: 'Bad gateway' }), 'COMPANY_UNREACHABLE'],
    [
      'a redirect to another server',
      () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }),
      'COMPANY_SIGN_IN_INVALID',
    ],
    ['a huge response', () => ({ body: ' '.repeat(2_000_000) }), 'COMPANY_SIGN_IN_INVALID'],
    ['no JSON', () => ({ body: 'Hello' }), 'COMPANY_SIGN_IN_INVALID'],
  ])('to exchange a code with %s', async (_, respond, code) => {
    const browser = newBrowser();
    const answer = await browser.authorize();
    provider.overrides['/token'] = respond;
    expect(codeOf(await browser.answer(answer))).toBe(code);
  });

  it.each([
    ['states another issuer', () => ({ body: { ...provider.metadata(), issuer: 'https://other.example.com' } })],
    ['is huge', () => ({ body: ' '.repeat(2_000_000) })],
    ['redirects', () => ({ status: 302, headers: { location: '/elsewhere' }, body: '' })],
    ['states a page that runs a script', () => ({ body: { ...provider.metadata(), authorization_endpoint: 'javascript:alert(1)' } })],
  ])('because its document %s', async (_, respond) => {
    const other = await createTestApp({ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT_ID });
    provider.overrides[DISCOVERY] = respond;
    expect(codeOf(await new CompanyBrowser(other, provider).start())).toBe('COMPANY_UNREACHABLE');
    expect((await other.app.inject({ method: 'GET', url: '/api/users/login/company' })).json()).toMatchObject({
      result: { name: '127.0.0.1' },
    });
    await other.close();
  });

  it('by not responding holds up no sign-in with a password from the same network', async () => {
    const browsers = Array.from({ length: 25 }, newBrowser);
    const answers: string[] = [];
    for (const browser of browsers) {
      provider.claims = createClaims();
      answers.push(await browser.authorize());
    }
    let respond = () => {};
    const isResponding = new Promise<void>((resolve) => (respond = resolve));
    provider.overrides['/token'] = async () => {
      await isResponding;
      return { status: 503, body: 'Out of order' };
    };
    let ended = 0;
    const waiting = browsers.map((browser, index) => browser.answer(answers[index] ?? '').finally(() => ended++));
    const ana = await aPerson(test);
    const payload = { email: ana.email, password: ana.password };
    expect((await test.app.inject({ method: 'POST', url: '/api/users/login', payload })).statusCode).toBe(200);
    expect(ended).toBe(0);
    respond();
    expect(new Set((await Promise.all(waiting)).map(codeOf))).toEqual(new Set(['COMPANY_UNREACHABLE']));
  });

  it('by closing its port is reported, and sign-ins with a password continue', async () => {
    const gone = await new TestProvider().start();
    await gone.stop();
    const other = await createTestApp({ OIDC_ISSUER: gone.issuer, OIDC_CLIENT_ID: CLIENT_ID });
    expect(codeOf(await new CompanyBrowser(other, gone).start())).toBe('COMPANY_UNREACHABLE');
    const ana = await aPerson(other);
    const signedIn = await other.app.inject({
      method: 'POST',
      url: '/api/users/login',
      payload: { email: ana.email, password: ana.password },
    });
    expect(signedIn.statusCode).toBe(200);
    await other.close();
  });
});
