import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPlaylist, aScreen, aStoredPhoto, type TestPerson, type TestScreen } from './testing/builders.ts';
import { createFuzzer, listOperations, type OpenApiDocument } from './testing/fuzz.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

const SEED = 20_261_122;
const REQUESTS = 5000;
/** These end the session that the rest is asked with, or what it may do. */
const ENDS_THE_SESSION = /^(POST \/api\/users\/logout|DELETE \/api\/users\/|PUT \/api\/users\/(status|disable|privecy))/;

let test: TestApp;
let ana: TestPerson;
let admin: TestPerson;
let screen: TestScreen;
let ids: string[];

beforeAll(async () => {
  test = await createTestApp();
  [ana, admin] = [await aPerson(test, { devices: 5 }), await aPerson(test)];
  await test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', admin.user._id).execute();
  const album = await anAlbum(ana);
  const { mediaId } = await aStoredPhoto(test, ana, album._id);
  const playlist = await aPlaylist(ana, { albumIds: [album._id] });
  screen = await aScreen(test);
  const device = await aDevice(ana, screen);
  ids = [ana.user._id, album._id, mediaId, playlist._id, device._id, screen.deviceId];
});
afterAll(() => test.close());

it('answers no request, however absurd, with a fault of its own', { timeout: 180_000 }, async () => {
  const document = (test.app as unknown as { swagger: () => OpenApiDocument }).swagger();
  const operations = listOperations(document).filter(({ method, path }) => !ENDS_THE_SESSION.test(`${method} ${path}`));
  const next = createFuzzer(document, ids, SEED);
  const identities = [
    ana.token,
    admin.token,
    ana.token,
    `Screen ${screen.deviceId}:${screen.secret}`,
    ana.token,
    admin.token,
    ana.token,
    '',
  ];
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  for (let at = 0; at < REQUESTS; at++) {
    const { method, url, body } = next(operations[at % operations.length] as (typeof operations)[number]);
    const authorization = identities[Math.floor(at / operations.length) % identities.length] ?? '';
    const answer = await test.app.inject({
      method: method as 'GET',
      url,
      remoteAddress: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    if (answer.statusCode >= 500)
      faults.push(`${answer.statusCode} ${method} ${url.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 600) ?? ''}`);
  }

  expect(faults).toEqual([]);
  // It got somewhere: much was understood, and the sessions lived to the end.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20);
  for (const { token } of [ana, admin]) {
    const answer = await test.app.inject({ method: 'GET', url: '/api/albums', headers: { authorization: token } });
    expect(answer.statusCode).toBe(200);
  }
});
