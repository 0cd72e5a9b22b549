import type { CompanyIdentity, SignInEvent } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, mailLink, PASSWORD, type TestPerson } from '../../testing/builders.ts';
import { CompanyBrowser, codeOf, createClaims, stepOf, tokenOf } from '../../testing/company-sign-in.ts';
import { listMailSubjects } from '../../testing/families.ts';
import { addSecondFactor } from '../../testing/second-factors.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { CLIENT_ID, CLIENT_SECRET, TestProvider } from '../../testing/test-provider.ts';

let test: TestApp;
let provider: TestProvider;
beforeAll(async () => {
  provider = await new TestProvider().start();
  test = await createTestApp({
    PUBLIC_URL: 'http://localhost:3000',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_NAME: 'Example Ltd',
  });
});
afterAll(async () => {
  await test.close();
  await provider.stop();
});
beforeEach(() => {
  test.clock.offsetMs = 0;
  provider.claims = createClaims();
});

const newBrowser = () => new CompanyBrowser(test, provider);
const get = async <T>(token: string, url: string) =>
  (await test.app.inject({ method: 'GET', url: `/api${url}`, headers: { authorization: token } })).json<{ result: T }>().result;
const unlink = (token: string) =>
  test.app.inject({ method: 'DELETE', url: '/api/users/company-identity', headers: { authorization: token } });

/** Creates an account with a password and the address that the provider states. */
async function aKnownPerson(claims: Record<string, unknown> = {}): Promise<TestPerson> {
  const person = await aPerson(test);
  provider.claims = createClaims({ email: person.email.toUpperCase(), ...claims });
  return person;
}

/** Creates an account and links it. */
async function aLinkedPerson(): Promise<TestPerson> {
  const person = await aKnownPerson();
  const browser = newBrowser();
  await browser.signIn();
  expect(stepOf(await browser.prove({ password: PASSWORD })).step).toBe('signedIn');
  return person;
}

describe('the first sign-in', () => {
  it('creates a verified account that later sign-ins open', async () => {
    const browser = newBrowser();
    const first = await browser.signIn();
    expect(stepOf(first)).toMatchObject({
      step: 'signedIn',
      user: { name: 'Ana Lima', email: provider.claims['email'], privacy: false },
      notice: null,
    });
    expect(browser.cookies.has('vitrine_company')).toBe(false);
    provider.claims['email'] = 'renamed@company.example';
    const second = await browser.signIn();
    expect(stepOf(second).user?._id).toBe(stepOf(first).user?._id);
    await test.app.inject({
      method: 'PUT',
      url: `/api/users/privecy/${stepOf(second).user?._id}`,
      headers: { authorization: tokenOf(second) },
      payload: { privacy: true },
    });
    const events = await get<SignInEvent[]>(tokenOf(second), '/users/sign-ins');
    expect(events.map(({ kind, method }) => [kind, method])).toEqual([
      ['signedIn', 'company'],
      ['newBrowser', 'company'],
    ]);
    expect(await get<CompanyIdentity>(tokenOf(second), '/users/company-identity')).toMatchObject({
      name: 'Example Ltd',
      identity: { email: 'renamed@company.example' },
      hasPassword: false,
    });
  });

  it('neither stores the tokens of the provider nor sends them to the browser', async () => {
    const before = provider.issuedTokens.length;
    const answer = await newBrowser().signIn();
    expect(stepOf(answer).step).toBe('signedIn');
    const texts = [answer.body, JSON.stringify(answer.headers)];
    const isTable = sql`table_schema = 'public' and table_type = 'BASE TABLE'`;
    const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables where ${isTable}`.execute(test.db);
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ text: string | null }>`select string_agg(t::text, '') as text from ${sql.table(name)} t`.execute(
        test.db,
      );
      texts.push(rows[0]?.text ?? '');
    }
    const tokens = provider.issuedTokens.slice(before).flatMap((token) => [token, Buffer.from(token).toString('hex')]);
    expect([tokens.length, tables.rows.length > 50]).toEqual([4, true]);
    expect(tokens.filter((token) => texts.some((text) => text.includes(token)))).toEqual([]);
  });

  it('creates one account when the same person signs in many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => newBrowser().signIn()));
    const ids = new Set(answers.map((answer) => stepOf(answer).user?._id));
    expect([...ids]).toEqual([expect.any(String)]);
  });

  it('reads the address from the userinfo response when the ID token has none', async () => {
    const { email, email_verified, ...claims } = provider.claims;
    Object.assign(provider, { claims, userInfo: { email, email_verified } });
    expect(stepOf(await newBrowser().signIn())).toMatchObject({ step: 'signedIn', user: { email } });
    provider.userInfo = {};
  });

  it.each([false, undefined, 'true'])('is refused when the provider states email_verified %s', async (email_verified) => {
    provider.claims['email_verified'] = email_verified;
    expect(codeOf(await newBrowser().signIn())).toBe('COMPANY_EMAIL_UNVERIFIED');
  });

  it('can be unlinked once the owner has set a password', async () => {
    const signedIn = await newBrowser().signIn();
    const email = stepOf(signedIn).email;
    await test.db.updateTable('users').set({ privacy_accepted_at: new Date() }).where('email', '=', email).execute();
    expect(codeOf(await unlink(tokenOf(signedIn)))).toBe('PASSWORD_MISSING');
    await test.app.inject({ method: 'PUT', url: '/api/users/forgot/password', payload: { email } });
    await test.runJobs();
    const link = mailLink(test, 'resetvfkey').searchParams;
    const payload = { email, password: PASSWORD, key: link.get('resetvfkey'), lock: link.get('resetvflock') };
    await test.app.inject({ method: 'PUT', url: '/api/users/reset/password', payload });
    const again = await newBrowser().signIn();
    expect((await unlink(tokenOf(again))).statusCode).toBe(200);
    expect(codeOf(await unlink(tokenOf(again)))).toBe('NOT_FOUND');
    expect(await listMailSubjects(test, email)).toContain('A company account was unlinked from your account');
    expect(stepOf(await newBrowser().signIn())).toMatchObject({ step: 'password', email });
  });
});

describe('an account with the address of the company', () => {
  it('is linked by its password once', async () => {
    const ana = await aKnownPerson();
    const browser = newBrowser();
    const asked = await browser.signIn();
    expect(stepOf(asked)).toEqual({ step: 'password', email: ana.email, user: null, notice: null });
    expect(tokenOf(asked)).toBeUndefined();
    expect(stepOf(await browser.prove({}))).toMatchObject({ step: 'password' });
    expect(codeOf(await browser.prove({ password: 'not the one' }))).toBe('INCORRECT_PASSWORD');
    const linked = await browser.prove({ password: PASSWORD });
    expect(stepOf(linked)).toMatchObject({ step: 'signedIn', user: { _id: ana.user._id } });
    expect(await listMailSubjects(test, ana.email)).toContain('A company account was linked to your account');
    expect(stepOf(await newBrowser().signIn())).toMatchObject({ step: 'signedIn', user: { _id: ana.user._id } });
    const kinds = (await get<SignInEvent[]>(ana.token, '/users/sign-ins')).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['newBrowser', 'newBrowser', 'refused']);
  });

  it('is linked to another identity of its owner in place of the first one', async () => {
    const ana = await aLinkedPerson();
    provider.claims = createClaims({ email: ana.email });
    const browser = newBrowser();
    expect(stepOf(await browser.signIn()).step).toBe('password');
    expect(stepOf(await browser.prove({ password: PASSWORD })).step).toBe('signedIn');
    expect(await test.db.selectFrom('company_identities').select('subject').where('user_id', '=', ana.user._id).execute()).toEqual([
      { subject: provider.claims['sub'] },
    ]);
  });

  it('is not linked while its address is unverified, because a stranger could have created the account', async () => {
    const ana = await aKnownPerson();
    await test.db.updateTable('users').set({ verified_at: null }).where('id', '=', ana.user._id).execute();
    const browser = newBrowser();
    await browser.signIn();
    expect(codeOf(await browser.prove({ password: PASSWORD }))).toBe('ACCOUNT_NOT_VERIFY');
  });

  it('is opened neither before nor after linking while it is disabled', async () => {
    const ana = await aLinkedPerson();
    await test.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', ana.user._id).execute();
    expect(codeOf(await newBrowser().signIn())).toBe('USER_DISABLED');
  });

  it('limits guesses of its password', async () => {
    await aKnownPerson();
    const browser = newBrowser();
    await browser.signIn();
    for (let guess = 0; guess < 10; guess++) await browser.prove({ password: `guess ${guess}` });
    expect(codeOf(await browser.prove({ password: PASSWORD }))).toBe('TOO_MANY_REQUESTS');
  });

  it('is opened by the company while strangers use up the guesses of its password', async () => {
    const { email } = await aLinkedPerson();
    const guess = () => test.app.inject({ method: 'POST', url: '/api/users/login', payload: { email, password: 'a guess' } });
    for (let count = 0; count < 10; count++) await guess();
    expect(codeOf(await guess())).toBe('TOO_MANY_REQUESTS');
    expect(stepOf(await newBrowser().signIn()).step).toBe('signedIn');
  });

  it('is exported with its linked company account', async () => {
    const ana = await aLinkedPerson();
    const exported = await ana.call('POST', '/users/export', { password: PASSWORD });
    expect(exported.json()).toMatchObject({ companyIdentities: [{ subject: provider.claims['sub'] }] });
  });
});

describe('an account with a second factor', () => {
  it('needs a code on an unknown browser, also when it is linked', async () => {
    const ana = await aKnownPerson();
    const factor = await addSecondFactor(test, ana);
    const browser = newBrowser();
    await browser.signIn();
    expect(stepOf(await browser.prove({ password: PASSWORD })).step).toBe('code');
    expect(codeOf(await browser.prove({ password: PASSWORD, code: '000000' }))).toBe('SECOND_FACTOR_INVALID');
    expect(stepOf(await browser.prove({ password: PASSWORD, code: factor.nextCode() })).step).toBe('signedIn');
    expect(stepOf(await browser.signIn()).step).toBe('signedIn');
    const unknown = newBrowser();
    const asked = await unknown.signIn();
    expect(stepOf(asked)).toEqual({ step: 'code', email: ana.email, user: null, notice: null });
    expect(tokenOf(asked)).toBeUndefined();
    expect(codeOf(await unknown.prove({ code: '000000' }))).toBe('SECOND_FACTOR_INVALID');
    expect(stepOf(await unknown.prove({ code: factor.nextCode() })).step).toBe('signedIn');
  });

  it('needs no code when the provider states that several factors were given', async () => {
    const ana = await aLinkedPerson();
    await addSecondFactor(test, ana);
    expect(stepOf(await newBrowser().signIn()).step).toBe('code');
    provider.claims['amr'] = ['pwd', 'mfa'];
    expect(stepOf(await newBrowser().signIn()).step).toBe('signedIn');
  });

  it('is linked with a code even when the provider states several factors', async () => {
    const ana = await aKnownPerson({ amr: ['mfa'] });
    await addSecondFactor(test, ana);
    const browser = newBrowser();
    await browser.signIn();
    expect(stepOf(await browser.prove({ password: PASSWORD })).step).toBe('code');
  });

  it('must confirm the session before the company account is unlinked', async () => {
    const ana = await aLinkedPerson();
    await addSecondFactor(test, ana);
    test.clock.offsetMs += 11 * 60_000;
    expect(codeOf(await unlink(ana.token))).toBe('STEP_UP_REQUIRED');
  });
});

it('states nothing and refuses sign-ins where no provider is configured', async () => {
  const plain = await openTestApp();
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    plain.app.inject({ method, url: `/api/users/login/company${url}`, ...(payload && { payload }) });
  expect((await call('GET', '')).json()).toMatchObject({ result: { name: null } });
  expect(codeOf(await call('POST', '/start'))).toBe('COMPANY_SIGN_IN_OFF');
  expect(codeOf(await call('POST', '/answer', { answer: 'code=1' }))).toBe('COMPANY_SIGN_IN_OFF');
  expect(codeOf(await call('POST', '/proof', {}))).toBe('COMPANY_SIGN_IN_OFF');
  const ana = await aPerson(plain);
  expect((await ana.call('GET', '/users/company-identity')).json()).toMatchObject({ result: { name: null, identity: null } });
  await plain.close();
});
