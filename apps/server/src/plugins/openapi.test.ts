import { validate } from '@scalar/openapi-parser';
import { ERRORS } from '@vitrine/contract';
import { AREAS } from '@vitrine/contract/areas';
import type { Endpoint } from '@vitrine/contract/endpoint';
import { OPERATIONS } from '@vitrine/contract/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../testing/shared-test-app.ts';
import type { TestApp } from '../testing/test-app.ts';
import type { JsonSchema } from './openapi-examples.ts';
import { documentedPath, type OpenApiDocument, type Operation } from './openapi-operations.ts';

type Document = OpenApiDocument & { openapi: string; info: { description: string }; tags: { name: string }[]; paths: object };

let test: TestApp;
let document: Document;
beforeAll(async () => {
  test = await openTestApp();
  document = (await test.app.inject('/api/openapi.json')).json<Document>();
});
afterAll(() => test.close());

const operationOf = (endpoint: Endpoint): Operation => {
  const operation = document.paths?.[documentedPath(endpoint)]?.[endpoint.method.toLowerCase()];
  if (!operation) throw new Error(`${endpoint.method} ${endpoint.path} is not documented`);
  return operation;
};

const operations = () => OPERATIONS.map(([id, endpoint]) => ({ id, endpoint, operation: operationOf(endpoint) }));

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    const { valid, errors } = await validate(JSON.stringify(document));
    expect(errors).toEqual([]);
    expect(valid).toBe(true);
  });

  it('has every declared route of the API', () => {
    const declared = test.routes().filter(({ method, url }) => url.startsWith('/api/') && !['HEAD', 'OPTIONS'].includes(method));
    const hidden = /^\/api\/(docs|openapi)/;
    for (const { method, url } of declared.filter((route) => !hidden.test(route.url))) {
      const operation = document.paths?.[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation, `${method} ${url}`).toBeDefined();
    }
  });

  it('references every schema that it defines, and no other', () => {
    const names = Object.keys(document.components?.schemas ?? {});
    const referred = new Set([...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name));
    expect([...referred].toSorted()).toEqual(names.toSorted());
  });

  it('names each operation as the contract does, with its summary and area', () => {
    for (const { id, endpoint, operation } of operations())
      expect(operation).toMatchObject({ operationId: id, summary: endpoint.summary, tags: [endpoint.tag] });
    expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(AREAS));
  });

  it('has a response for each error, by status, with the exact message', () => {
    const { responses } = operationOf(endpointOf('createDevice'));
    expect(Object.keys(responses ?? {})).toEqual(['201', '400', '401', '403', '404', '409', '413', '415', '422', '429', '500', '503']);
    expect(responses?.['403']?.content?.['application/json']?.examples).toEqual(
      Object.fromEntries(
        (['DEVICE_LIMIT', 'PLAN_ENDED', 'PRIVACY_REQUIRED', 'SCOPE_REQUIRED'] as const).map((code) => [
          code,
          { value: { error: true, code, message: ERRORS[code].message } },
        ]),
      ),
    );
    expect(responses?.['409']).toEqual({ $ref: '#/components/responses/DEVICE_TAKEN' });
    expect(JSON.stringify(document)).not.toContain('Default Response');
  });

  it('adds the errors of access: consent, sessions and screens', () => {
    const statuses = (name: string) => Object.keys(operationOf(endpointOf(name)).responses ?? {});
    expect(statuses('readSealingKey')).toEqual(['200', '422', '429', '500', '503']);
    expect(statuses('listFavouriteIds')).toEqual(['200', '401', '403', '404', '422', '429', '500', '503']);
    expect(operationOf(endpointOf('readUser')).responses?.['403']).toEqual({ $ref: '#/components/responses/SCOPE_REQUIRED' });
    expect(operationOf(endpointOf('readManifest')).responses?.['401']).toEqual({ $ref: '#/components/responses/SCREEN_UNKNOWN' });
  });

  it('describes resumable uploads by their headers', () => {
    const { parameters, requestBody, responses } = operationOf(endpointOf('continueTusUpload'));
    expect(parameters?.map(({ name, example }) => [name, example])).toEqual([
      ['id', expect.any(String)],
      ['Tus-Resumable', '1.0.0'],
      ['Upload-Offset', '0'],
    ]);
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/offset+octet-stream']);
    expect(Object.keys(responses?.['204']?.headers ?? {})).toEqual(['Upload-Offset', 'X-Media-Id', 'X-Duplicate-Of']);
    expect(Object.keys(operationOf(endpointOf('readTusUpload')).responses?.['200']?.headers ?? {})).toContain('Upload-Offset');
  });

  it('lists every error code with its message', () => {
    for (const [code, { status, message }] of Object.entries(ERRORS))
      expect(document.info.description).toContain(`| \`${code}\` | ${status} | ${message} |`);
  });

  it('declares no request body that accepts undeclared fields, except next to the ids of files and albums', () => {
    type Strict = JsonSchema & { additionalProperties?: unknown };
    const refer = ({ $ref, ...schema }: Strict): Strict =>
      $ref ? (document.components?.schemas?.[$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
    /** Returns the fields of each object that accepts others, at every depth. */
    const listOpen = (given: Strict): string[] => {
      const { type, properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = refer(given);
      const isOpen = [type].flat().includes('object') && additionalProperties !== false;
      const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf];
      return [...(isOpen ? [Object.keys(properties).join()] : []), ...inner.flatMap(listOpen)];
    };
    const open = operations().flatMap(({ id, operation }) =>
      listOpen(operation.requestBody?.content['application/json']?.schema ?? {}).map((fields) => `${id}: ${fields}`),
    );
    expect(open.filter((fields) => !/: (key|albumId)$/.test(fields))).toEqual([]);
  });
});

describe('parameters and examples', () => {
  it('describe every parameter', () => {
    const bare = operations().flatMap(({ id, operation }) =>
      (operation.parameters ?? []).filter(({ description }) => !description).map(({ name }) => `${id}.${name}`),
    );
    expect(bare).toEqual([]);
  });

  it('are accepted by the schemas of their endpoints', () => {
    const refused = operations().flatMap(({ id, endpoint, operation }) => {
      const of = (place: string) =>
        Object.fromEntries(
          (operation.parameters ?? []).filter((each) => each.in === place).map(({ name, example }) => [name, String(example)]),
        );
      const sent = { params: of('path'), query: of('query'), body: operation.requestBody?.content['application/json']?.example };
      return (['params', 'query', 'body'] as const).flatMap((part) => {
        const { success = true, error } = endpoint[part]?.safeParse(sent[part]) ?? {};
        return success ? [] : [`${id} ${part} ${JSON.stringify(sent[part])}: ${error?.message}`];
      });
    });
    expect(refused).toEqual([]);
  });
});

const endpointOf = (name: string): Endpoint => {
  const found = OPERATIONS.find(([id]) => id === name);
  if (!found) throw new Error(`There is no operation ${name}`);
  return found[1];
};
