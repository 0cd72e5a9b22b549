import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
let document: Document;
beforeAll(async () => {
  test = await createTestApp();
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

  it('declares no request body that accepts undeclared fields', () => {
    interface Schema {
      type?: string;
      additionalProperties?: unknown;
      anyOf?: Schema[];
      oneOf?: Schema[];
    }
    const isOpen = ({ type, additionalProperties, anyOf = [], oneOf = [] }: Schema): boolean =>
      (type === 'object' && additionalProperties !== false) || [...anyOf, ...oneOf].some(isOpen);
    const open = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { requestBody }]) =>
          isOpen((requestBody?.content['application/json'] as { schema?: Schema } | undefined)?.schema ?? {}),
        )
        .map(([method]) => `${method} ${path}`),
    );
    expect(open).toEqual([]);
  });

  it('is there to read as a page', async () => {
    const page = await test.app.inject({ url: '/api/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
  });
});
