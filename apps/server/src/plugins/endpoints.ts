import type { RateLimitOptions } from '@fastify/rate-limit';
import { emptyEnvelope, envelope, id } from '@vitrine/contract';
import { type Access, type Endpoint, type EndpointResponse, listParamNames, type PathParams } from '@vitrine/contract/endpoint';
import { getScope } from '@vitrine/contract/scopes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor, Person, ScreenActor, ViewedKind } from '../modules/access/index.ts';
import { getPerson, getScreen } from './access-gate.ts';
import { createRunInTurn } from './account-gates.ts';
import './declared-errors.ts';
import { listErrors } from './operation-errors.ts';

interface Actors {
  public: Actor;
  session: Person;
  bytes: Person;
  console: Person;
  screen: ScreenActor;
}

type Validated<Schema, Otherwise> = Schema extends z.ZodType ? z.output<Schema> : Otherwise;

interface EndpointCall<E extends Endpoint> {
  actor: Actors[E['access']];
  params: Validated<E['params'], PathParams<E['path']>>;
  query: Validated<E['query'], unknown>;
  body: Validated<E['body'], unknown>;
  /** The version of the object that the client has, from If-Match or the body. */
  version: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A handler answers with the inside of the envelope; one that sends bytes or a 304 answers with the reply it used. */
type HandlerResult<E extends Endpoint> = E extends { answers: 'bytes' }
  ? unknown
  : E extends { hasEtag: true }
    ? EndpointResponse<E> | FastifyReply
    : EndpointResponse<E>;

interface ServeOptions {
  rateLimit?: RateLimitOptions;
  /** Maximum size of the body when it exceeds that of a form. */
  bodyLimit?: number;
  /** The handler waits for another server and limits itself. It takes no turn, so that other calls of its client network do not wait for that server. */
  isSelfLimited?: boolean;
}

const MINUTE_MS = 60_000;
export const perMinute = (max: number, keyGenerator?: (request: FastifyRequest) => string): RateLimitOptions => ({
  max,
  timeWindow: MINUTE_MS,
  ...(keyGenerator && { keyGenerator }),
});

const ACTOR_BY_ACCESS = {
  public: (request) => request.actor,
  session: getPerson,
  bytes: getPerson,
  console: getPerson,
  screen: getScreen,
} satisfies Record<Access, (request: FastifyRequest) => Actor>;

/** Registers an endpoint of the contract: its handler gets what was checked, and gives the inside of the envelope. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: EndpointCall<E>) => Promise<HandlerResult<E>>,
  { rateLimit, bodyLimit, isSelfLimited = false }: ServeOptions = {},
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      access: endpoint.access,
      capability: endpoint.capability,
      beforeConsent: endpoint.beforeConsent ?? false,
      scope: getScope(endpoint),
      stepUp: endpoint.stepUp ?? false,
      errors: listErrors(endpoint, { isRateLimited: rateLimit !== undefined }),
      ...(rateLimit && { rateLimit }),
    },
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: buildSchema(endpoint),
    handler: async (request, reply) => {
      // Fastify has checked the parts by the very schemas that type them.
      const { params, query, body } = request as Pick<EndpointCall<E>, 'params' | 'query' | 'body'>;
      const actor = ACTOR_BY_ACCESS[endpoint.access](request) as EndpointCall<E>['actor'];
      const work = () => handler({ actor, params, query, body, version: versionOf(request), request, reply });
      // File transfers take as long as the client's network needs and have separate limits.
      const isCall = endpoint.answers !== 'bytes' && endpoint.consumes === undefined && !isSelfLimited;
      const answer = await (isCall ? createRunInTurn(request)(work) : work());
      recordListed(request.actor, endpoint.path, answer);
      // A reply that is awaited gives nothing: it was sent.
      if (endpoint.answers === 'bytes' || answer === undefined) return answer;
      reply.code(endpoint.status ?? 200);
      return { error: false, ...(answer as object) };
    },
  });
}

/** Kinds of the items that lists return, by the first part of their path. */
const LISTED_KINDS: Partial<Record<string, ViewedKind>> = {
  address: 'addresses',
  albums: 'albums',
  bin: 'media',
  devices: 'devices',
  medias: 'media',
  notifications: 'notifications',
  orders: 'orders',
  playlists: 'playlists',
};

/** Counts the rows of lists while staff view an account. `authorize` counts items that are opened by id. */
function recordListed(actor: Actor, path: string, answer: unknown): void {
  const kind = LISTED_KINDS[path.split('/')[1] ?? ''];
  if (actor.kind !== 'person' || !actor.viewing?.isUsed || !kind) return;
  const { result } = (answer ?? {}) as { result?: unknown };
  if (!Array.isArray(result)) return;
  const ids = result.flatMap((row: { _id?: unknown } | null) => (typeof row?._id === 'string' ? [row._id] : []));
  actor.viewing.record(kind, ids);
}

function versionOf({ headers, body }: FastifyRequest): string | undefined {
  const sent = (body as { version?: unknown } | null | undefined)?.version;
  return headers['if-match']?.replace(/^(?:W\/)?"(.*)"$/, '$1') ?? (typeof sent === 'string' ? sent : undefined);
}

function buildSchema({ tag, path, params, query, body, consumes, ...endpoint }: Endpoint) {
  const names = listParamNames(path);
  return {
    tags: [tag],
    ...(names.length > 0 && { params: params ?? z.object(Object.fromEntries(names.map((name) => [name, id]))) }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(consumes && { consumes: [consumes] }),
    ...(endpoint.answers === undefined && { response: buildResponseSchema(endpoint) }),
  };
}

const buildResponseSchema = ({ result, status, hasEtag }: Pick<Endpoint, 'result' | 'status' | 'hasEtag'>) => ({
  [status ?? 200]: result ? getEnvelope(result) : emptyEnvelope,
  ...(hasEtag && { 304: z.undefined() }),
});

const envelopes = new WeakMap<z.ZodType, z.ZodType>();

/** Returns the same schema for each app of this process, so that its writer is compiled once. */
function getEnvelope(result: z.ZodType): z.ZodType {
  const schema = envelopes.get(result) ?? envelope(result);
  envelopes.set(result, schema);
  return schema;
}
