/** Completes the OpenAPI document that follows from the routes: ids, summaries, parameters, examples, security and every error response. */
import { ERRORS, type ErrorCode } from '@vitrine/contract';
import type { Access, Endpoint } from '@vitrine/contract/endpoint';
import { OPERATIONS } from '@vitrine/contract/operations';
import { getScope } from '@vitrine/contract/scopes';
import { createExamples, type JsonSchema } from './openapi-examples.ts';
import { PARAMETERS } from './openapi-parameters.ts';
import { statusesOf } from './operation-errors.ts';

interface Media {
  schema?: JsonSchema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

interface Response {
  description?: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Record<string, Media>;
  $ref?: string;
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: JsonSchema; example?: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses?: Record<string, Response>;
}

export interface OpenApiDocument {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, JsonSchema>; [kind: string]: unknown };
}

const SECURITY: Record<Access, Record<string, string[]>[]> = {
  public: [],
  session: [{ session: [] }],
  bytes: [{ session: [] }, { mediaCookie: [] }, { mediaToken: [] }],
  console: [{ session: [] }],
  screen: [{ screen: [] }],
};

const TEXT = { type: 'string' };
const BINARY = { type: 'string', format: 'binary' };

/** Returns the address of an endpoint as OpenAPI writes it. */
export const documentedPath = ({ path }: Pick<Endpoint, 'path'>): string => `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`;

/** `errorsOf` returns the codes that a route can answer with. */
export function describeOperations<D extends OpenApiDocument>(document: D, errorsOf: (endpoint: Endpoint) => readonly ErrorCode[]): D {
  const schemas = document.components?.schemas ?? {};
  const examples = createExamples(schemas);
  for (const [operationId, endpoint] of OPERATIONS) {
    const operation = document.paths?.[documentedPath(endpoint)]?.[endpoint.method.toLowerCase()];
    // Without the test bank, its endpoints are not served.
    if (!operation) continue;
    Object.assign(operation, introduce(operationId, endpoint));
    operation.parameters = [...(operation.parameters ?? []), ...headerParameters(endpoint)];
    for (const parameter of operation.parameters) {
      parameter.description ??= PARAMETERS[`${operationId}.${parameter.name}`] ?? PARAMETERS[parameter.name] ?? '';
      parameter.example ??= examples.ofParameter(operationId, parameter.name, parameter.schema ?? {});
    }
    const json = operation.requestBody?.content['application/json'];
    if (json?.schema) json.example = examples.ofBody(operationId, json.schema);
    if (endpoint.consumes) operation.requestBody = { required: true, content: { [endpoint.consumes]: { schema: bodySchema(endpoint) } } };
    operation.responses = { ...describeSuccess(endpoint, operation.responses ?? {}), ...describeErrors(errorsOf(endpoint)) };
  }
  return withoutUnused({ ...document, components: { ...document.components, responses: sharedResponses() } });
}

/** Removes schemas that nothing refers to, such as the input variants of schemas that are only returned. */
function withoutUnused<D extends OpenApiDocument>(document: D): D {
  const { schemas = {}, ...components } = document.components ?? {};
  const listRefs = (part: unknown) => [...JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
  const used = new Set(listRefs({ paths: document.paths, components }));
  // A set also visits what is added while it is visited.
  for (const name of used) for (const inner of listRefs(schemas[name] ?? {})) used.add(inner);
  return {
    ...document,
    components: { ...components, schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))) },
  };
}

function introduce(operationId: string, endpoint: Endpoint): Operation {
  const { summary, description, access, capability, stepUp } = endpoint;
  const scope = getScope(endpoint);
  const parts = [
    description,
    capability && `Requires the console capability \`${capability}\`.`,
    scope && `API tokens need the scope \`${scope}\`.`,
    stepUp && 'Accounts with a second factor confirm their session with `POST /api/users/step-up` first.',
  ];
  const text = parts.filter((part) => part !== undefined).join(' ');
  const security = [...SECURITY[access], ...(scope === undefined ? [] : [{ apiToken: [] }])];
  return { operationId, summary, ...(text !== '' && { description: text }), security };
}

const headerParameters = ({ requestHeaders = {} }: Endpoint) =>
  Object.entries(requestHeaders).map(([name, description]) => ({ name, in: 'header', required: true, description, schema: TEXT }));

/** Bytes, or files in the field `file` or in fields that the client names. */
function bodySchema({ path, consumes }: Endpoint): JsonSchema {
  if (consumes !== 'multipart/form-data') return BINARY;
  return path === '/uploads'
    ? { type: 'object', properties: { file: { type: 'array', items: BINARY } }, required: ['file'] }
    : ({ type: 'object', additionalProperties: BINARY } as JsonSchema);
}

function describeSuccess({ answers, hasEtag, ...endpoint }: Endpoint, responses: Record<string, Response>): Record<string, Response> {
  const status = endpoint.status ?? 200;
  if (answers === 'bytes') return { 200: { description: 'The bytes of the file.', content: { '*/*': { schema: BINARY } } } };
  if (answers === 'headers') return { [status]: { description: 'Success.', headers: describeHeaders(endpoint) } };
  return {
    [status]: { ...responses[status], description: status === 201 ? 'Created.' : 'Success.' },
    ...(hasEtag && { 304: { description: 'Unchanged since the version in `If-None-Match`.' } }),
  };
}

const describeHeaders = ({ responseHeaders = {} }: Pick<Endpoint, 'responseHeaders'>) =>
  Object.fromEntries(Object.entries(responseHeaders).map(([name, description]) => [name, { description, schema: TEXT }]));

/** One response per status, with every code of that status as an example. */
function describeErrors(codes: readonly ErrorCode[]): Record<string, Response> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) for (const status of statusesOf(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  const sorted = [...byStatus].toSorted(([one], [other]) => one - other);
  return Object.fromEntries(
    sorted.map(([status, codesOfStatus]) => [
      status,
      codesOfStatus.length === 1 ? { $ref: `#/components/responses/${codesOfStatus[0]}` } : errorResponse(codesOfStatus),
    ]),
  );
}

const errorResponse = (codes: readonly ErrorCode[]): Response => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
  content: {
    'application/json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Failure' }, { type: 'object', properties: { code: { type: 'string', enum: [...codes] } } }],
      } as JsonSchema,
      examples: Object.fromEntries(codes.map((code) => [code, { value: { error: true, code, message: ERRORS[code].message } }])),
    },
  },
});

/** Responses with one code, by it. */
const sharedResponses = (): Record<string, Response> =>
  Object.fromEntries((Object.keys(ERRORS) as ErrorCode[]).map((code) => [code, errorResponse([code])]));
