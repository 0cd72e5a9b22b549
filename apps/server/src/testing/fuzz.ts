/** Generates valid, nearly valid and absurd requests from the OpenAPI document. The same seed gives the same requests. */

export interface FuzzRequest {
  method: string;
  url: string;
  body: unknown;
}

interface JsonSchema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: JsonSchema }[];
  body: JsonSchema | undefined;
}

export interface OpenApiDocument {
  paths?: Record<string, Record<string, unknown> | undefined>;
  components?: { schemas?: Record<string, JsonSchema> };
}

const HUGE = 'ü'.repeat(50_000);
/** Values that schemas may fail to reject: wrong types, NUL, unpaired surrogates, numbers beyond every column, inherited keys. */
const ABSURD: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 31) - 1,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '😀'.repeat(40),
  HUGE,
  "'; drop table users; --",
  '../../../etc/passwd',
  '%00',
  'NaN',
  '2026-13-45T99:99:99Z',
  '0000-00-00',
  [],
  {},
  [[[[]]]],
  ['\u0000'],
  { length: 1e9 },
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
  nested(40),
];

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : { a: nested(depth - 1) };
}

/** Creates a generator of numbers from 0 to 1 (mulberry32). The same seed gives the same numbers. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const listOperations = ({ paths = {} }: OpenApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods = {}]) =>
    Object.entries(
      methods as Record<
        string,
        { parameters?: Operation['parameters']; requestBody?: { content?: Record<string, { schema?: JsonSchema }> } }
      >,
    ).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content?.['application/json']?.schema,
    })),
  );

/** Creates a generator of requests. Pass `ids` of existing objects, so that requests get past the first lookup. */
export function createFuzzer(document: OpenApiDocument, ids: readonly string[], seed: number): (operation: Operation) => FuzzRequest {
  const random = createRandom(seed);
  const chance = (share: number) => random() < share;
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

  const text = ({ format, minLength = 0, maxLength = 40 }: JsonSchema): unknown => {
    if (format === 'uuid') return oneOf(ids);
    if (format === 'email') return `someone${Math.floor(random() * 1e6)}@example.com`;
    if (format === 'date-time') return new Date(random() * 4e12).toISOString();
    const length = Math.max(minLength, Math.floor(random() * Math.min(maxLength, 40)));
    return chance(0.3) ? oneOf(ids) : oneOf(['a', 'é', '日', '5', 'Ω']).repeat(length);
  };

  const valueOf = (schema: JsonSchema, depth = 0): unknown => {
    if (chance(0.025) || depth > 6) return oneOf(ABSURD);
    if (schema.$ref) return valueOf(document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth + 1);
    if ('const' in schema) return schema.const;
    if (schema.enum) return oneOf(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return valueOf(oneOf(choices), depth + 1);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => valueOf(part, depth + 1)));
    switch (schema.type) {
      case 'string':
        return text(schema);
      case 'integer':
      case 'number': {
        const [least, most] = [schema.minimum ?? -10, schema.maximum ?? 1e6];
        return chance(0.1) ? oneOf([least, most, most + 1]) : Math.floor(least + random() * Math.min(most - least, 1e4));
      }
      case 'boolean':
        return chance(0.5);
      case 'array':
        return Array.from({ length: Math.floor(random() * 4) }, () => valueOf(schema.items ?? {}, depth + 1));
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
            chance(schema.required?.includes(name) ? 0.05 : 0.6) ? [] : [[name, valueOf(part, depth + 1)]],
          ),
        );
      default:
        return oneOf([...ABSURD, oneOf(ids)]);
    }
  };

  const inAddress = (schema: JsonSchema): string => {
    const value = valueOf(schema);
    const written = typeof value === 'string' ? value : JSON.stringify(value);
    return encodeURIComponent(written.toWellFormed().slice(0, 2000));
  };

  return ({ method, path, parameters, body }) => {
    let address = path;
    const query: string[] = [];
    for (const { name, in: place, schema } of parameters) {
      if (place === 'path') address = address.replace(`{${name}}`, (chance(0.7) ? oneOf(ids) : inAddress(schema)) || 'x');
      else if (place === 'query' && chance(0.4)) query.push(`${name}=${inAddress(schema)}`);
    }
    if (chance(0.1)) query.push('page=%00', 'page=1', 'dataPerPage[]=x');
    return {
      method,
      url: query.length > 0 ? `${address}?${query.join('&')}` : address,
      body: body && (chance(0.05) ? oneOf(ABSURD) : valueOf(body)),
    };
  };
}
