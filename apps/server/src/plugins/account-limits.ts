import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';
import type { SharedRequestCounter } from '../platform/limits/shared-counts.ts';
import { createTokenBuckets } from '../platform/limits/token-bucket.ts';

/** Seconds of the steady rate that an account may use at once, as a page with many parts does. */
const BURST_S = 6;
/** Thumbnails and parts of videos are cheap and many. */
const BYTES_FACTOR = 4;
const MINUTE_MS = 60_000;
const MAX_ACCOUNTS = 50_000;
const RETRY_AFTER_S = 1;
/** Delay of a refusal, in milliseconds. A client that sends its next request at once would otherwise use the processor with refused requests. */
const REFUSAL_DELAY_MS = 500;
/** Refusals that one account may keep waiting. Further ones are sent at once, so that waiting requests do not take up memory. */
const MAX_DELAYED = 100;

/** The cost of JSON grows with its size: a request counts again for each block of this size. */
const BYTES_PER_REQUEST = 32_768;
/** Size that is assumed for JSON that does not state its length. */
const UNSTATED_BYTES = 262_144;

export type LimitAccount = (account: string, kind: 'calls' | 'bytes', reply: FastifyReply) => Promise<void>;

/**
 * Limits the requests of each signed-in account, on top of the limits of single routes, so that no account can use up the server. Each process
 * limits the rate; `counts`, for several processes, limits their sum per minute. A refusal is delayed by half a second, during which the request's body
 * is not read. TOO_MANY_REQUESTS.
 */
export function createAccountLimits(perSecond: number, counts?: SharedRequestCounter): LimitAccount {
  const delay = createDelay();
  const rates = { calls: perSecond, bytes: perSecond * BYTES_FACTOR };
  const bucketsAt = (rate: number) => createTokenBuckets({ burst: rate * BURST_S, perSecond: rate }, MAX_ACCOUNTS);
  const take = { calls: bucketsAt(rates.calls), bytes: bucketsAt(rates.bytes) };
  return async (account, kind, reply) => {
    const rate = rates[kind];
    const key = `${kind} of ${account}`;
    const perMinute = rate * (BURST_S + MINUTE_MS / 1000);
    const isAllowed =
      take[kind](account, costOf(reply.request.headers)) && (!counts || (await counts.count(key, perMinute, MINUTE_MS)).count <= perMinute);
    if (isAllowed) return;
    await delay(key);
    reply.header('retry-after', RETRY_AFTER_S);
    throw new AppError('TOO_MANY_REQUESTS');
  };
}

/** Returns a function that delays its caller, except when too many callers with the same key wait already. */
function createDelay(): (key: string) => Promise<void> {
  const waiting = new Map<string, number>();
  return async (key) => {
    const count = waiting.get(key) ?? 0;
    if (count >= MAX_DELAYED) return;
    waiting.set(key, count + 1);
    await sleep(REFUSAL_DELAY_MS);
    const left = (waiting.get(key) ?? 1) - 1;
    if (left > 0) waiting.set(key, left);
    else waiting.delete(key);
  };
}

/** Number of requests that one with these headers counts as. */
function costOf(headers: FastifyRequest['headers']): number {
  // Fastify compares types without regard to case.
  if (!/^\s*application\/json/i.test(headers['content-type'] ?? '')) return 1;
  const sizeBytes = headers['content-length'] === undefined ? UNSTATED_BYTES : Number(headers['content-length']);
  return 1 + Math.floor(sizeBytes / BYTES_PER_REQUEST);
}
