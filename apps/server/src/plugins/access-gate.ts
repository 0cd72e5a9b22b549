import '@fastify/cookie';
import { API_TOKEN_PREFIX } from '@vitrine/contract/api-tokens';
import { type Capability, can } from '@vitrine/contract/capabilities';
import type { Access } from '@vitrine/contract/endpoint';
import { IDLE_HEADER, type SessionEndReason } from '@vitrine/contract/session-activity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Actor, assertSteppedUp, type Person, type ScreenActor } from '../modules/access/index.ts';
import { AppError } from '../platform/errors.ts';
import { accountGates } from './account-gates.ts';
import type { LimitAccount } from './account-limits.ts';
import { largeBodies } from './large-bodies.ts';
import { createRequestTurns, hashCredential } from './request-turns.ts';
import { createScreenBudget } from './screen-budget.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Capability that access `console` requires. */
    capability?: Capability | undefined;
    /** Open to accounts that have not accepted the privacy agreement. */
    beforeConsent?: boolean;
    /** Scope that an API token needs. Routes without a scope refuse tokens. */
    scope?: string | undefined;
    /** A sensitive operation, for which accounts with a second factor confirm their session. */
    stepUp?: boolean;
  }
  interface FastifyRequest {
    actor: Actor;
  }
}

export interface Resolvers {
  /** `idleMs`: for how long the user has been inactive. Undefined for requests that say nothing about the user's activity. */
  resolvePerson(token: string, idleMs?: number): Promise<Person | undefined>;
  /** Returns why the session of a refused token ended, if that is known. */
  findSessionEnd(token: string): Promise<SessionEndReason | undefined>;
  /** Resolves the media cookie. */
  resolveViewer(mediaToken: string): Promise<Person | undefined>;
  resolveScreen(deviceCode: string, secret: string): Promise<ScreenActor | undefined>;
}

export interface DeclaredRoute {
  method: string;
  url: string;
  access: Access;
  capability?: Capability;
  /** Scope that an API token needs. */
  scope?: string;
}

export const MEDIA_COOKIE = 'vitrine_media';
/** All addresses with access `bytes` lie below these; the browser sends the cookie to no other. */
export const MEDIA_PATHS = ['/api/uploads', '/api/streams'] as const;

export function clearMediaCookie(reply: FastifyReply): void {
  for (const path of MEDIA_PATHS) reply.clearCookie(MEDIA_COOKIE, { path });
}

/** Lets a request through only as its route declares; a route that declares nothing stops the start. */
export const accessGate = fp(
  async (
    app: FastifyInstance,
    options: { resolvers: Resolvers; limitAccount: LimitAccount; limitToken: LimitAccount; onDeclared?: (routes: DeclaredRoute[]) => void },
  ) => {
    await app.register(accountGates);
    const routes: Route[] = [];
    const isWithinBudget = createScreenBudget();
    const turns = createRequestTurns();
    app.addHook('onRoute', (route) => void routes.push(route));
    app.addHook('onReady', async () => {
      const declared = assertAccessDeclared(routes);
      options.onDeclared?.(declared);
    });
    // Set by the hook below before any handler runs.
    app.decorateRequest('actor');
    app.addHook('onRequest', async (request, reply) => {
      const { access = 'public', capability, beforeConsent = false, scope, stepUp = false } = request.routeOptions.config;
      const kind = access === 'bytes' ? 'bytes' : 'calls';
      const token = access === 'public' || access === 'screen' ? undefined : tokenOf(request, access);
      const credential = access === 'screen' ? request.headers.authorization : token;
      const credentialHash = credential === undefined ? undefined : hashCredential(credential);
      await turns.wait(request, credentialHash && turns.findOwner(credentialHash));
      if (token === undefined || credentialHash === undefined) request.actor = await authenticate(request, access, options.resolvers);
      else {
        // Limit before looking up the session: a flood would occupy all database connections.
        await options.limitToken(credentialHash, kind, reply);
        request.actor = await app.runForToken(credentialHash, () => authenticate(request, access, options.resolvers));
      }
      const owner = getOwner(request.actor);
      if (credentialHash !== undefined && owner !== undefined) turns.recognize(credentialHash, owner);
      // The rate of programs is counted separately, so that they do not slow down the person.
      if (request.actor.kind === 'person') await options.limitAccount(request.actor.apiToken?.id ?? request.actor.userId, kind, reply);
      if (request.actor.kind === 'screen') app.recordActivity(request.actor.screenId);
      if (request.actor.kind === 'screen' && !isWithinBudget(request.actor.screenId)) throw new AppError('TOO_MANY_REQUESTS');
      // For others the route does not exist.
      if (capability && !(request.actor.kind === 'person' && can(request.actor, capability))) throw new AppError('NOT_FOUND');
      if (capability && request.actor.kind === 'person' && request.actor.lacksSecondFactor) throw new AppError('SECOND_FACTOR_NEEDED');
      if (request.actor.kind === 'person' && !request.actor.hasConsented && !beforeConsent) throw new AppError('PRIVACY_REQUIRED');
      if (request.actor.kind === 'person') assertInScope(request.actor, scope);
      if (request.actor.kind === 'person' && stepUp) assertSteppedUp(request.actor);
    });
    await app.register(largeBodies, {
      wait: (request) => turns.wait(request, getOwner(request.actor)),
      getOwner: ({ actor }) => getOwner(actor),
    });
  },
);

/** Throws SCOPE_REQUIRED when an API token may not use a route. */
function assertInScope({ apiToken }: Person, scope: string | undefined): void {
  if (apiToken && !(scope !== undefined && apiToken.scopes.includes(scope))) throw new AppError('SCOPE_REQUIRED');
}

/** Returns the account or screen to which the credential of a request belongs. */
function getOwner(actor: Actor): string | undefined {
  if (actor.kind === 'person') return actor.userId;
  return actor.kind === 'screen' ? actor.screenId : undefined;
}

interface Route {
  method: string | string[];
  url: string;
  config?: { access?: Access; capability?: Capability | undefined; scope?: string | undefined };
}

function assertAccessDeclared(routes: Route[]): DeclaredRoute[] {
  const undeclared = routes
    .filter(({ config }) => !config?.access || (config.access === 'console') !== (config.capability !== undefined))
    .map((route) => `${String(route.method)} ${route.url}`);
  if (undeclared.length > 0) throw new Error(`These routes do not declare who may call them:\n  ${undeclared.join('\n  ')}`);
  return routes.flatMap(({ method, url, config }) => {
    const { access = 'public', capability, scope } = config ?? {};
    return [method].flat().map((each) => ({ method: each, url, access, ...(capability && { capability }), ...(scope && { scope }) }));
  });
}

async function authenticate(request: FastifyRequest, access: Access, resolvers: Resolvers): Promise<Actor> {
  if (access === 'public') return { kind: 'anonymous' };
  if (access === 'screen') return authenticateScreen(request, resolvers);
  const token = readBearerToken(request) ?? (access === 'bytes' ? readQueryToken(request) : undefined);
  const person = token
    ? await resolvers.resolvePerson(token, access === 'bytes' ? undefined : readIdleMs(request))
    : access === 'bytes'
      ? await authenticateViewer(request, resolvers)
      : undefined;
  if (person) return person;
  throw new AppError('UNAUTHENTICATED', undefined, { sessionEnd: token ? await resolvers.findSessionEnd(token) : undefined });
}

/** Returns for how long the user of the page has been inactive. Programs send no such header, so their requests count as activity. */
function readIdleMs({ headers }: FastifyRequest): number {
  const seconds = Number(headers[IDLE_HEADER] ?? 0);
  return seconds > 0 ? seconds * 1000 : 0;
}

async function authenticateScreen(request: FastifyRequest, resolvers: Resolvers): Promise<Actor> {
  const [code, secret] = (request.headers.authorization ?? '').replace(/^Screen /, '').split(':');
  const screen = code && secret ? await resolvers.resolveScreen(code, secret) : undefined;
  if (!screen) throw new AppError('SCREEN_UNKNOWN');
  return screen;
}

/** The token or cookie by which a person is recognized. */
const tokenOf = (request: FastifyRequest, access: Access): string | undefined =>
  readBearerToken(request) ?? (access === 'bytes' ? (readQueryToken(request) ?? request.cookies[MEDIA_COOKIE]) : undefined);

function readBearerToken(request: FastifyRequest): string | undefined {
  return request.headers.authorization?.replace(/^Bearer /, '') || undefined;
}

function readQueryToken(request: FastifyRequest): string | undefined {
  const { token } = request.query as { token?: unknown };
  // Addresses end up in logs, where an API token would stay usable.
  return typeof token === 'string' && !token.startsWith(API_TOKEN_PREFIX) ? token : undefined;
}

async function authenticateViewer(request: FastifyRequest, resolvers: Resolvers): Promise<Person | undefined> {
  const cookie = request.cookies[MEDIA_COOKIE];
  return cookie === undefined ? undefined : resolvers.resolveViewer(cookie);
}

/** The signed-in person of a route with access `session`, `bytes` or `console`. */
export function getPerson(request: FastifyRequest): Person {
  if (request.actor.kind !== 'person') throw new AppError('UNAUTHENTICATED');
  return request.actor;
}

export function getScreen(request: FastifyRequest): ScreenActor {
  if (request.actor.kind !== 'screen') throw new AppError('SCREEN_UNKNOWN');
  return request.actor;
}
