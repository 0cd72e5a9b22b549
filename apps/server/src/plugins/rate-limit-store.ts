import { callbackify } from 'node:util';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { SharedRequestCounter } from '../platform/limits/shared-counts.ts';

/** Name of a route for separate counters. */
const getRouteName = ({ routeInfo }: { routeInfo?: { method?: string | string[]; url?: string } }) =>
  `${String(routeInfo?.method)} ${routeInfo?.url}`;

/** A store for the limits of routes that counts for all processes together. */
export function createRateLimitStore(counts: SharedRequestCounter): FastifyRateLimitStoreCtor {
  return class SharedLimits implements FastifyRateLimitStore {
    readonly #route: string;

    constructor(options: object) {
      this.#route = getRouteName(options);
    }

    incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void, timeWindow = 0, max = 0): void {
      const told = callbackify(() => counts.count(`${this.#route} ${key}`, max, timeWindow));
      told((error, counted) => done(error, error ? undefined : { current: counted.count, ttl: Math.ceil(counted.leftMs) }));
    }

    child(options: object): FastifyRateLimitStore {
      return new SharedLimits(options);
    }
  };
}
