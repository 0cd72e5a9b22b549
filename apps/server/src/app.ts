import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Database } from './platform/database/database.ts';
import { newId } from './platform/ids.ts';
import { createSharedRequestCounter } from './platform/limits/shared-counts.ts';
import type { ProcessMetricSources } from './platform/metrics/process-metrics.ts';
import { rateLimitKey } from './platform/network-addresses.ts';
import { createSecurityLog } from './platform/security-log.ts';
import { accessGate, type DeclaredRoute } from './plugins/access-gate.ts';
import { createAccountLimits } from './plugins/account-limits.ts';
import { boundedValidatorCompiler } from './plugins/bounded-validation.ts';
import { CHECK_INTERVAL_MS, CONNECTION_LIMITS, connectionLimits, HEADERS_TIMEOUT_MS, KEEP_ALIVE_MS } from './plugins/connection-limits.ts';
import { declaredErrors, type UndeclaredError } from './plugins/declared-errors.ts';
import { answerUnreadable, answerUnroutable } from './plugins/early-errors.ts';
import { errorHandling } from './plugins/errors.ts';
import { health, type Readiness } from './plugins/health.ts';
import { openapi } from './plugins/openapi.ts';
import { createLocalRateLimitStore, createRateLimitStore } from './plugins/rate-limit-store.ts';
import { rejectUnstorableText } from './plugins/reject-unstorable-text.ts';
import { responseSerializer } from './plugins/response-serializer.ts';
import { routeMethods } from './plugins/route-methods.ts';
import { screenMoveOrigins } from './plugins/screen-move-origins.ts';
import { screenOrigin } from './plugins/screen-origin.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { webApps } from './plugins/web-apps.ts';
import type { WiredModules } from './wire-modules.ts';

const JSON_BODY_BYTES = 1024 * 1024;

export interface AppOptions {
  config: Pick<Config, 'trustProxy' | 'publicUrl' | 'screenUrl' | 'metricsToken' | 'accountRequestsPerSecond' | 'stripe' | 'databaseUrl'>;
  log: Logger;
  db: Database;
  modules: WiredModules;
  readiness?: Readiness;
  figures?: ProcessMetricSources;
  onDeclared?: (routes: DeclaredRoute[]) => void;
  /** Turns the check of declared error codes on. */
  onUndeclaredError?: (error: UndeclaredError) => void;
}

/** The default key of rate limits: the network of the client. */
const networkOf = ({ ip }: FastifyRequest): string => rateLimitKey(ip);

const ALWAYS_READY: Readiness = { isStopping: () => false };

const createServer = ({ config, log }: Pick<AppOptions, 'config' | 'log'>) =>
  Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    trustProxy: config.trustProxy === false ? false : config.trustProxy.split(','),
    bodyLimit: JSON_BODY_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Uploads of gigabytes take their time; what bounds a request is that it moves.
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS },
    forceCloseConnections: true,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }).withTypeProvider<ZodTypeProvider>();

/** Builds the app of a process without HTTP roles, which still serves health checks. */
export async function createHealthApp({
  config,
  log,
  db,
  readiness = ALWAYS_READY,
  figures = {},
}: Pick<AppOptions, 'config' | 'log' | 'db' | 'readiness' | 'figures'>): Promise<FastifyInstance> {
  const app = createServer({ config, log });
  await app.register(rateLimit, { global: false, keyGenerator: networkOf, store: createLocalRateLimitStore() });
  await app.register(routeMethods);
  await app.register(connectionLimits, CONNECTION_LIMITS);
  await app.register(errorHandling);
  await app.register(securityHeaders, { publicUrl: config.publicUrl, allowsStripe: false });
  await app.register(health, { db, readiness, metricSources: figures, metricsToken: config.metricsToken, requiresWorker: true });
  return app as unknown as FastifyInstance;
}

/** The HTTP server without its port: plugins in order, then every module's routes under /api. */
export async function createApp({
  config,
  log,
  db,
  modules,
  readiness = ALWAYS_READY,
  figures = {},
  onDeclared,
  onUndeclaredError,
}: AppOptions): Promise<FastifyInstance> {
  const app = createServer({ config, log });
  app.setValidatorCompiler(boundedValidatorCompiler);
  app.setSerializerCompiler(responseSerializer);

  await app.register(cookie);
  // One process alone counts in its memory.
  const counts =
    config.databaseUrl === undefined
      ? undefined
      : createSharedRequestCounter({
          db,
          onAway: (error) => log.debug({ err: error }, 'shared rate limits unavailable; counting requests in this process only'),
        });
  await app.register(rateLimit, {
    global: false,
    keyGenerator: networkOf,
    store: counts ? createRateLimitStore(counts) : createLocalRateLimitStore(),
  });
  await app.register(routeMethods);
  await app.register(connectionLimits, CONNECTION_LIMITS);
  await app.register(errorHandling, { securityLog: createSecurityLog(log) });
  await app.register(securityHeaders, { publicUrl: config.publicUrl, allowsStripe: config.stripe !== null });
  await app.register(screenMoveOrigins);
  if (config.screenUrl !== undefined) await app.register(screenOrigin, { screenUrl: config.screenUrl });
  if (onUndeclaredError) await app.register(declaredErrors, { onUndeclared: onUndeclaredError });
  await app.register(rejectUnstorableText);
  const limitAccount = createAccountLimits(config.accountRequestsPerSecond, counts);
  await app.register(accessGate, {
    resolvers: modules,
    limitAccount,
    limitToken: createAccountLimits(config.accountRequestsPerSecond),
    onDeclared,
  });
  await app.register(openapi);
  await app.register(health, { db, readiness, metricSources: figures, metricsToken: config.metricsToken, requiresWorker: false });
  await app.register(modules.routes, { prefix: '/api' });
  await app.register(webApps, { publicUrl: config.publicUrl, pageParts: modules.prerenderedParts });
  return app as unknown as FastifyInstance;
}
