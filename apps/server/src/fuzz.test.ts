import { TUS_PATH } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPlaylist, aScreen, aStoredPhoto, type TestPerson, type TestScreen } from './testing/builders.ts';
import { createFuzzer, listOperations, type OpenApiDocument } from './testing/fuzz.ts';
import { openTestApp } from './testing/shared-test-app.ts';
import type { TestApp } from './testing/test-app.ts';

const SEED = 20_261_122;
const REQUESTS = 3000;
/** Types of bodies that are not text. */
const BINARY = /^(image|video|audio)\/|^application\/(zip|octet-stream)$/;
/** Routes that end the session of later requests, or take its rights away. */
const ENDS_THE_SESSION = /^(POST \/api\/users\/logout|DELETE \/api\/users\/|PUT \/api\/users\/(status|disable|privecy))/;

/** Pages of other origins may call these, see `plugins/screen-move-origins.ts`. */
const MOVE_PATHS = ['/api/screens/move/proof', '/api/screens/move/handovers'];

/** The tus server always sends some of these headers. Without the requesting origin among them, browsers refuse the response. */
const isReadableElsewhere = (url: string, headers: Record<string, unknown>): boolean =>
  url.startsWith(TUS_PATH)
    ? /elsewhere|\*/.test(String(headers['access-control-allow-origin']))
    : !MOVE_PATHS.includes(url) && Object.keys(headers).some((name) => name.startsWith('access-control-'));

let test: TestApp;
let ana: TestPerson;
let admin: TestPerson;
let screen: TestScreen;
let ids: string[];

beforeAll(async () => {
  test = await openTestApp();
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

describe('5,000 valid, nearly valid and absurd requests to all routes', () => {
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  const readableElsewhere: string[] = [];
  const untyped: string[] = [];

  beforeAll(async () => {
    const document = (test.app as unknown as { swagger: () => OpenApiDocument }).swagger();
    const operations = listOperations(document).filter(({ method, path }) => !ENDS_THE_SESSION.test(`${method} ${path}`));
    const next = createFuzzer(document, ids, SEED);
    const screenAuthorization = `Screen ${screen.deviceId}:${screen.secret}`;
    const identities = [ana.token, admin.token, ana.token, screenAuthorization, ana.token, admin.token, ana.token, ''];
    for (let at = 0; at < REQUESTS; at++) {
      const { method, url, body } = next(operations[at % operations.length] as (typeof operations)[number]);
      const authorization = identities[Math.floor(at / operations.length) % identities.length] ?? '';
      const answer = await test.app.inject({
        method: method as 'GET',
        url,
        remoteAddress: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
        headers: {
          authorization,
          origin: 'https://elsewhere.example',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      const request = `${answer.statusCode} ${method} ${url.slice(0, 300)}`;
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      if (answer.statusCode >= 500) faults.push(`${request} ${JSON.stringify(body)?.slice(0, 600) ?? ''}`);
      if (isReadableElsewhere(url, answer.headers)) readableElsewhere.push(request);
      const type = String(answer.headers['content-type'] ?? '');
      if (answer.rawPayload.length > 0 && !(/^(application\/json|text\/[a-z]+); ?charset=utf-8/i.test(type) || BINARY.test(type)))
        untyped.push(`${request}: ${type}`);
    }
  }, 180_000);

  it('cause no internal error', async () => {
    expect(faults).toEqual([]);
    // Proves that many requests were accepted, and that both sessions lasted to the end.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20);
    for (const { token } of [ana, admin]) {
      const answer = await test.app.inject({ method: 'GET', url: '/api/albums', headers: { authorization: token } });
      expect(answer.statusCode).toBe(200);
    }
  });

  it('have no response that another origin may read', () => {
    expect(readableElsewhere).toEqual([]);
  });

  it('have responses with a content type, and text with a charset', () => {
    expect(untyped).toEqual([]);
  });
});
