import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  addSchemas,
  buildPath,
  type EndpointInput,
  type EndpointResponse,
  type EndpointResult,
  endpoint,
  endpointAddress,
} from './endpoint.ts';

const body = z.strictObject({ name: z.string(), ids: z.array(z.string()).default([]) });
const result = z.object({ _id: z.string() });
const documented = { tag: 'albums', summary: 'Does something.', errors: ['NOT_FOUND'] } as const;
const rename = endpoint({ method: 'PUT', path: '/things/:id/in/:place', access: 'session', ...documented, body, result });
const list = endpoint({
  method: 'GET',
  path: '/things',
  access: 'session',
  ...documented,
  query: z.object({ page: z.number().default(1) }),
});

describe('endpoint', () => {
  it('fills and encodes path parameters', () => {
    expect(buildPath(rename, { id: 'a b/c', place: 'ü' })).toBe('/things/a%20b%2Fc/in/%C3%BC');
    expect(buildPath(list, {})).toBe('/things');
  });

  it('infers the types of input and result', () => {
    expectTypeOf<EndpointInput<typeof rename>['params']>().toEqualTypeOf<Record<'id' | 'place', string>>();
    expectTypeOf<{ name: string; ids: readonly string[] }>().toExtend<EndpointInput<typeof rename>['body']>();
    expectTypeOf<{ name: number }>().not.toExtend<EndpointInput<typeof rename>['body']>();
    expectTypeOf<object>().toExtend<EndpointInput<typeof list>>();
    expectTypeOf<EndpointResult<typeof rename>>().toEqualTypeOf<{ _id: string }>();
    expectTypeOf<EndpointResult<typeof list>>().toEqualTypeOf<undefined>();
    expectTypeOf<{ message: string }>().toExtend<EndpointResponse<typeof list>>();
    expectTypeOf<{ message: string }>().not.toExtend<EndpointResponse<typeof rename>>();
  });

  it('has the same types without its schemas', () => {
    const bare = endpointAddress<{ body: typeof body; result: typeof result }>()({ method: 'POST', path: '/things/:id', access: 'screen' });
    const complete = addSchemas(bare, { ...documented, body, result });
    expect(Object.keys(bare)).toEqual(['method', 'path', 'access']);
    expect(complete).toMatchObject({ path: '/things/:id', access: 'screen', body, result });
    expectTypeOf<EndpointInput<typeof bare>>().toEqualTypeOf<EndpointInput<typeof complete>>();
    expectTypeOf<EndpointResult<typeof bare>>().toEqualTypeOf<EndpointResult<typeof complete>>();
  });

  it('does not compile without a summary and error codes', () => {
    type Accepted = Parameters<typeof endpoint>[0];
    type Details = Parameters<typeof addSchemas>[1];
    const complete = { method: 'GET', path: '/things', access: 'session', ...documented } as const;
    expectTypeOf(complete).toExtend<Accepted>();
    expectTypeOf(documented).toExtend<Details>();
    expectTypeOf<Omit<typeof complete, 'summary'>>().not.toExtend<Accepted>();
    expectTypeOf<Omit<typeof complete, 'errors'>>().not.toExtend<Accepted>();
    expectTypeOf<Omit<typeof documented, 'summary'>>().not.toExtend<Details>();
    expectTypeOf<Omit<typeof documented, 'errors'>>().not.toExtend<Details>();
  });
});
