import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../testing/builders.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

interface Operation {
  parameters?: { name: string; in: string; schema?: unknown }[];
  requestBody?: { content: Record<string, unknown> };
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
}

let test: TestApp;
let person: TestPerson;
let document: Document;
beforeAll(async () => {
  test = await createTestApp();
  person = await aPerson(test);
  document = (await test.app.inject('/api/openapi.json')).json<Document>();
});
afterAll(() => test.close());

describe('the OpenAPI document', () => {
  it('is 3.1, has every declared route of the API and no reference that leads nowhere', () => {
    expect(document.openapi).toBe('3.1.0');
    const declared = test.routes().filter(({ method, url }) => url.startsWith('/api/') && !['HEAD', 'OPTIONS'].includes(method));
    const hidden = /^\/api\/(docs|openapi|uploads\/tus)/;
    const documented = declared.filter(({ url }) => !hidden.test(url));
    for (const { method, url } of documented) {
      const operation = document.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation, `${method} ${url}`).toBeDefined();
    }
    const names = Object.keys(document.components?.schemas ?? {});
    for (const [, name = ''] of JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)) expect(names).toContain(name);
  });

  it('is there to read as a page', async () => {
    const page = await test.app.inject({ url: '/api/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
  });
});

describe('every call of the API', () => {
  it('answers nonsense with a refusal and never with a fault of its own', { timeout: 120_000 }, async () => {
    // Signing out would turn every later call into a 401.
    const paths = Object.entries(document.paths).filter(([path]) => !path.endsWith('/logout'));
    const calls = paths.flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method })));
    const nonsense = fc.oneof(
      fc.jsonValue(),
      fc.constant(undefined),
      fc.dictionary(fc.string({ unit: 'binary', maxLength: 12 }), fc.jsonValue()),
    );
    const word = fc.oneof(
      fc.uuid(),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('%00', '..%2f..', '-1', '1e9', "'", '\u0000'),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), nonsense, word, word, async ({ path, method }, body, one, other) => {
        const encode = (text: string) => encodeURIComponent(text.toWellFormed()) || 'x';
        const url = `${path.replaceAll(/\{\w+\}/g, () => encode(one))}?page=${encode(other)}&sort=${encode(one)}&key=${encode(other)}`;
        const hasBody = method !== 'get' && method !== 'head' && body !== undefined;
        const answer = await test.app.inject({
          method: method.toUpperCase() as 'GET',
          url,
          headers: { authorization: person.token, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
          ...(hasBody ? { payload: JSON.stringify(body) } : {}),
        });
        expect(answer.statusCode, `${method} ${url} ${JSON.stringify(body)}: ${answer.body}`).toBeLessThan(500);
      }),
      { numRuns: 800 },
    );
  });
});
