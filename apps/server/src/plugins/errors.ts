import '@fastify/rate-limit';
import { ERRORS, type ErrorCode, type Failure, INVALID_ID_MESSAGE } from '@vitrine/contract';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { formatWait } from '../platform/limits/format-wait.ts';
import type { SecurityLog } from '../platform/security-log.ts';
import { NotStoredError } from '../platform/storage/not-stored-error.ts';
import { isStorageUnavailable } from '../platform/storage/storage-unavailable.ts';
import './route-methods.ts';
import { recordRefusal } from './security-refusals.ts';

/** A database that restarts is usually back by then. */
export const RETRY_AFTER_S = 5;

/** Messages may quote what was sent. */
const MAX_MESSAGE_LENGTH = 300;
const shorten = (message: string) => (message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message);

const MAX_DRAINED_BYTES = 32 * 1024 * 1024;

/** One handler turns everything thrown into the envelope; what we did not expect is logged and hidden. */
export const errorHandling = fp(async (app: FastifyInstance, { securityLog }: { securityLog?: SecurityLog }) => {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const { status, body } = toErrorResponse(error, request, Number(reply.getHeader('retry-after')));
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') await drainRequestBody(request);
    if (securityLog) recordRefusal(securityLog, request, body.code);
    if (status === 503) reply.header('retry-after', RETRY_AFTER_S);
    if (isDatabaseUnavailable(error)) request.log.warn({ reason: error.message }, 'database unavailable during a request');
    else if (isStorageUnavailable(error)) request.log.warn({ reason: error.message }, 'object store unavailable during a request');
    else if (error instanceof NotStoredError) request.log.warn({ err: error }, 'requested file is missing from storage');
    else if (status >= 500 && !(error instanceof AppError)) request.log.error({ err: error }, 'a request failed');
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler({ preHandler: app.rateLimit({ max: 300, timeWindow: 60_000 }) }, async (request, reply) => {
    const { status, body } = toErrorResponse(app.createUnknownRouteError(request, reply), request);
    return reply.code(status).send(body);
  });
});

/**
 * Reads and drops the rest of the request's body, up to a limit. A client that writes its whole body before it reads would otherwise get a connection reset
 * instead of the response.
 */
async function drainRequestBody({ raw }: FastifyRequest): Promise<void> {
  let bytes = 0;
  await new Promise<void>((resolve) => {
    const stop = () => {
      raw.off('data', count);
      resolve();
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_DRAINED_BYTES) stop();
    };
    raw.on('data', count).once('end', stop).once('close', stop);
    if (raw.complete || raw.destroyed) stop();
  });
}

/** `retryAfterS`: seconds until the next request is allowed, if known. */
function toErrorResponse(
  error: FastifyError | AppError,
  request: FastifyRequest,
  retryAfterS = Number.NaN,
): { status: number; body: Failure & { code: ErrorCode } } {
  const failure = (
    code: ErrorCode,
    message: string = ERRORS[code].message,
    status: number = ERRORS[code].status,
    issues?: Failure['issues'],
  ) => ({
    status,
    body: { error: true as const, code, message, ...(issues ? { issues } : {}), requestId: request.id },
  });
  const tooManyMessage = retryAfterS > 0 ? `Too many requests. Try again in ${formatWait(retryAfterS)}.` : ERRORS.TOO_MANY_REQUESTS.message;
  if (error instanceof AppError && error.message === ERRORS.TOO_MANY_REQUESTS.message) return failure('TOO_MANY_REQUESTS', tooManyMessage);
  if (error instanceof AppError) {
    const { status, body } = failure(error.code, error.message, undefined, error.issues);
    return { status, body: { ...body, ...(error.sessionEnd && { sessionEnd: error.sessionEnd }) } };
  }
  if (isDatabaseUnavailable(error) || isStorageUnavailable(error)) return failure('UNAVAILABLE');
  // Removed between the question and the answer.
  if (error instanceof NotStoredError) return failure('NOT_FOUND');
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: shorten(issue.message ?? ''),
    }));
    const isUnknownId = error.validationContext === 'params' && issues[0]?.message === INVALID_ID_MESSAGE;
    return isUnknownId ? failure('NOT_FOUND') : failure('INVALID', issues[0]?.message, undefined, issues);
  }
  const status = error.statusCode ?? 500;
  if (status === 413) return failure('BODY_TOO_LARGE');
  if (status === 429) return failure('TOO_MANY_REQUESTS', tooManyMessage);
  if (status >= 400 && status < 500) return failure('BODY_INVALID', error.message, status);
  return failure('INTERNAL');
}
