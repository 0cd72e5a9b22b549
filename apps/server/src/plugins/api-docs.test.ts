import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../testing/shared-test-app.ts';
import type { TestApp } from '../testing/test-app.ts';
import { PAGE_POLICY } from './security-headers.ts';

const FILES = ['/api/docs', '/api/docs/start.js', '/api/docs/reference.js', '/api/openapi.json'];

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

describe('the pages of the API documentation', () => {
  it('load scripts of this origin only, under the policy of all pages', async () => {
    const page = await test.app.inject('/api/docs');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toBe(PAGE_POLICY);
    const scripts = [...page.body.matchAll(/<script([^>]*)>([^<]*)</g)];
    expect(scripts.map(([, attributes, inline]) => [attributes, inline])).toEqual([
      [' src="/api/docs/reference.js"', ''],
      [' src="/api/docs/start.js"', ''],
    ]);
    for (const [, address = ''] of page.body.matchAll(/(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^\/[^/]/);
    expect((await test.app.inject('/api/docs/start.js')).body).toContain('"/api/openapi.json"');
  });

  it.each(FILES)('are compressed: %s, and answered with 304 when the browser has them', async (url) => {
    const plain = await test.app.inject(url);
    const packed = await test.app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', etag: plain.headers.etag });
    expect(packed.headers['cache-control']).not.toContain('no-store');
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const again = await test.app.inject({ url, headers: { 'if-none-match': plain.headers.etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('are limited per client network', async () => {
    const remoteAddress = '10.1.2.3';
    const first = await test.app.inject({ url: '/api/openapi.json', remoteAddress });
    // Unchanged documents count too, and cost less.
    const headers = { 'if-none-match': first.headers.etag };
    const statuses = new Set<number>();
    for (let request = 1; request <= 120; request++)
      statuses.add((await test.app.inject({ url: '/api/openapi.json', remoteAddress, headers })).statusCode);
    expect([...statuses]).toEqual([304, 429]);
  });
});
