import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let fileId: string;
beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL: 'https://vitrine.test' });
  ana = await aPerson(test);
  ({ fileId } = await aStoredPhoto(test, ana, (await anAlbum(ana))._id));
});
afterAll(() => test.close());

const signIn = () => test.app.inject({ method: 'POST', url: '/api/users/login', payload: { email: ana.email, password: ana.password } });
const get = (url: string, media: string) => test.app.inject({ url: `/api${url}`, cookies: { vitrine_media: media } });

describe('the media cookie', () => {
  it('authorizes reading files and nothing else', async () => {
    const answer = await signIn();
    const { token } = answer.json<{ token: string }>();
    const media = answer.cookies.find(({ name }) => name === 'vitrine_media')?.value ?? '';
    expect((await get(`/uploads?key=${fileId}&width=85`, media)).statusCode).toBe(200);
    expect((await get(`/uploads?key=${fileId}&width=85`, token)).statusCode).toBe(401);
    for (const authorization of [media, `Bearer ${media}`]) {
      expect((await test.app.inject({ url: `/api/users/${ana.user._id}`, headers: { authorization } })).statusCode).toBe(401);
    }
    expect((await get(`/users/${ana.user._id}`, media)).statusCode).toBe(401);
    const forged = Buffer.from(media, 'base64url');
    forged[40] = (forged[40] ?? 0) ^ 1;
    expect((await get(`/uploads?key=${fileId}&width=85`, forged.toString('base64url'))).statusCode).toBe(401);
    await test.app.inject({ method: 'POST', url: '/api/users/logout', headers: { authorization: token } });
    expect((await get(`/uploads?key=${fileId}&width=85`, media)).statusCode).toBe(401);
  });

  it('is sent to every route that accepts it', () => {
    const bytes = test.routes().filter(({ access }) => access === 'bytes');
    expect(bytes.every(({ url }) => /^\/api\/(uploads|streams)(\/|$)/.test(url))).toBe(true);
  });
});

describe('cookies and transport security', () => {
  it('are Secure and send HSTS on https', async () => {
    const answer = await signIn();
    expect(answer.cookies.length).toBeGreaterThan(2);
    expect(answer.cookies.every(({ secure, httpOnly, sameSite }) => secure && httpOnly && sameSite === 'Strict')).toBe(true);
    const twoYearsS = 2 * 365 * 24 * 3600;
    expect(answer.headers['strict-transport-security']).toBe(`max-age=${twoYearsS}`);
  });

  it('send no HSTS on plain http, which would block the site for years', async () => {
    const plain = await openTestApp();
    const answer = await plain.app.inject('/api/users/login/key');
    await plain.close();
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });
});

it('marks personal responses as not cacheable', async () => {
  for (const answer of [await signIn(), await ana.call('GET', `/users/${ana.user._id}`), await ana.call('GET', '/users/sessions')]) {
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  const photo = await ana.call('GET', `/uploads?key=${fileId}&width=85`);
  expect(photo.headers['cache-control']).toMatch(/^private,/);
});
