import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../testing/shared-test-app.ts';
import type { TestApp } from '../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

describe('a request without a matching route', () => {
  it.each([
    ['PATCH', '/api/users/login', 'DELETE, GET, HEAD, POST, PUT'],
    ['POST', '/api/users/0198c6de-7f0e-7c11-8f3a-1f0b3a5c2d4e', 'DELETE, GET, HEAD, PUT'],
    ['PATCH', '/api/contacts/?x=1', 'GET, HEAD, POST'],
    ['GET', '/api/address', 'POST'],
    ['TRACE', '/api/address', 'POST'],
  ] as const)('%s %s is answered with the methods that the address accepts', async (method, url, allow) => {
    const answer = await test.app.inject({ method, url });
    expect(answer.json()).toMatchObject({ error: true, code: 'METHOD_NOT_ALLOWED', message: 'Method not allowed.' });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, allow]);
  });

  it.each(['/api', '/api/nowhere', '/api/users/login/key/more', '/apix.js'])('%s is not found', async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await test.app.inject({ method, url });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});
