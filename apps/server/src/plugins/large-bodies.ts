import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { createLimiterPerKey } from '../platform/concurrency-limiter.ts';
import { rateLimitKey } from '../platform/network-addresses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The response to a request whose body may be large. */
    responseToLargeBody: FastifyReply | undefined;
  }
}

/** Size of a JSON body whose parsing and validation take so long that it waits for another turn. */
const LARGE_BODY_BYTES = 8192;
/** Requests of one client whose large bodies are parsed and not yet answered. */
const MAX_PARSED = 2;
/** Large bodies of one client that wait. The rate limit refuses most of what comes beyond. */
const MAX_WAITING = 1000;

interface LargeBodiesOptions {
  /** Waits for the request's turn among those of other clients. */
  wait(request: FastifyRequest): Promise<void>;
  /** Returns the account or screen that sent the request. */
  getOwner(request: FastifyRequest): string | undefined;
}

/**
 * Parses large JSON bodies in turns of their clients, a few of each client at a time. Bodies arrive many at the same moment, and parsing and validating a
 * hundred of 60 kB would occupy the event loop for 0.4 s. A body that waits is one buffer outside V8's memory; parsed, it is thousands of objects, which each
 * collection of new objects copies until the request is answered.
 */
export const largeBodies = fp(async (app: FastifyInstance, { wait, getOwner }: LargeBodiesOptions) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  const runForClient = createLimiterPerKey(() => ({ lanes: MAX_PARSED, waiting: MAX_WAITING }));
  app.decorateRequest('responseToLargeBody');
  app.addHook('preParsing', async (request, reply) => {
    if (mayHaveLargeBody(request)) request.responseToLargeBody = reply;
  });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const parseBody = () => void parse(request, body.toString(), done);
    const response = request.responseToLargeBody;
    if (!response || body.length < LARGE_BODY_BYTES) return parseBody();
    const parseInTurn = async () => {
      await wait(request);
      parseBody();
      // A client that disconnects ends its response with an error.
      await finished(response.raw).catch(() => undefined);
    };
    const parseWhenAdmitted = async () => {
      try {
        await runForClient(getOwner(request) ?? rateLimitKey(request.ip), parseInTurn);
      } catch (error) {
        done(error as Error);
      }
    };
    void parseWhenAdmitted();
  });
});

/** A chunked body does not state its size. */
const mayHaveLargeBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= LARGE_BODY_BYTES;
