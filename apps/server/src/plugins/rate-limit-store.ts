import { callbackify } from 'node:util';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import type { SharedRequestCounter } from '../platform/limits/shared-counts.ts';
import { maxEntries } from '../platform/lru-options.ts';

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

/** Maximum number of counted clients of a route. Beyond it, the one that was not seen for longest is forgotten. */
const MAX_CLIENTS = 5000;

/**
 * A store for the limits of routes that counts for this process. The library's own passes the same object to all requests of a client, so that requests which
 * arrive together see the count of the last one, and are all refused.
 */
export function createLocalRateLimitStore(): FastifyRateLimitStoreCtor {
  return class LocalLimits implements FastifyRateLimitStore {
    readonly #windows = new LRUCache<string, { count: number; endsAt: number }>(maxEntries(MAX_CLIENTS));

    incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void, timeWindow = 0): void {
      const now = Date.now();
      const known = this.#windows.get(key);
      const window = known && known.endsAt > now ? { ...known, count: known.count + 1 } : { count: 1, endsAt: now + timeWindow };
      this.#windows.set(key, window);
      done(null, { current: window.count, ttl: window.endsAt - now });
    }

    child(): FastifyRateLimitStore {
      return new LocalLimits();
    }
  };
}
