import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { addDatabaseMetrics } from '../platform/metrics/database-metrics.ts';
import { productMetrics } from '../platform/metrics/metrics.ts';
import { addProcessMetrics, type ProcessMetricSources } from '../platform/metrics/process-metrics.ts';

const LATENCY_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const HIDDEN_ROUTE = { config: { access: 'public' }, schema: { hide: true } } as const;

export interface Readiness {
  isStopping: () => boolean;
  /** Undefined where it is no worker. */
  takesJobs?: (() => boolean) | undefined;
  /** Returns whether Redis carries live messages; undefined where none is configured. Without it, they travel through PostgreSQL. */
  isRelayUp?: (() => boolean | undefined) | undefined;
}

interface HealthOptions {
  db: Database;
  readiness: Readiness;
  metricSources: ProcessMetricSources;
  metricsToken: string | undefined;
  /** True for a pure worker, which is useless when it gets no jobs; a process that also serves requests is not. */
  requiresWorker: boolean;
}

/** `/healthz`: the process lives. `/readyz`: it can serve. `/metrics`: for Prometheus, of this machine or with the token. */
export const health = fp(async (app: FastifyInstance, { db, readiness, metricSources, metricsToken, requiresWorker }: HealthOptions) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const stopMeasuring = addProcessMetrics(registry, metricSources);
  app.addHook('onClose', async () => stopMeasuring());
  addDatabaseMetrics(registry, db);
  const latency = new Histogram({
    name: 'vitrine_http_request_seconds',
    help: 'Time from request to the last byte of the answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: LATENCY_BUCKETS_S,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // The pattern and not the address, so that the number of series stays bounded.
    const route = request.routeOptions.url ?? 'none';
    latency.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  // The address lets the doctor compare what a proxy tells us with where it sent the request from.
  app.get('/healthz', HIDDEN_ROUTE, async ({ ip }) => ({ error: false, address: ip }));
  app.get('/readyz', HIDDEN_ROUTE, async () => {
    if (readiness.isStopping()) throw new AppError('UNAVAILABLE');
    await sql`select 1`.execute(db).catch((cause) => {
      throw new AppError('UNAVAILABLE', 'The database isn’t responding.', { cause });
    });
    const isAcceptingJobs = readiness.takesJobs?.();
    if (requiresWorker && isAcceptingJobs === false) throw new AppError('UNAVAILABLE', 'This worker isn’t accepting jobs right now.');
    const isRelayUp = readiness.isRelayUp?.();
    return {
      error: false,
      ...(isAcceptingJobs !== undefined && { takesJobs: isAcceptingJobs }),
      ...(isRelayUp !== undefined && { relay: isRelayUp ? 'up' : 'down' }),
    };
  });
  app.get('/metrics', HIDDEN_ROUTE, async (request, reply) => {
    if (!isLocalRequest(request) && !hasToken(request, metricsToken)) throw new AppError('NOT_FOUND', 'Not found.');
    const all = Registry.merge([registry, productMetrics]);
    return reply.type(all.contentType).send(await all.metrics());
  });
});

/** Headers that only a proxy adds. A proxy may be configured to add any one of them. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'fly-client-ip'];

/** Returns true when no proxy passed the request on, trusted or not, and the client is this machine. */
function isLocalRequest({ raw, headers }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => PROXY_HEADERS.includes(name) || name.startsWith('x-forwarded-'));
  // The socket's address, because `request.ip` is what a trusted proxy claims.
  const address = raw.socket.remoteAddress ?? '';
  return !isForwarded && (address === '::1' || /^(::ffff:)?127\./.test(address));
}

const digest = (text: string) => hash('sha256', text, 'buffer');

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  return token !== undefined && timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}
