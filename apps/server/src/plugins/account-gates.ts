import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts';

/** Calls of one account that run at the same time. Connections to the database are few, and shared by all accounts. */
const LANES = 4;
/** Calls of one account that wait. Its rate limit refuses most of what comes beyond. */
const WAITING = 1000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs a call of this account after at most a few others of the same account. TOO_MANY_REQUESTS when too many wait. */
    runForAccount<T>(account: string, work: () => Promise<T>): Promise<T>;
  }
}

/** Limits how many calls of an account run at the same time, so that a burst of one account does not delay other accounts. */
export const accountGates = fp(async (app: FastifyInstance) => {
  const gates = new Map<string, { run: ReturnType<typeof createConcurrencyLimiter>; calls: number }>();
  app.decorate('runForAccount', async <T>(account: string, work: () => Promise<T>): Promise<T> => {
    const gate = gates.get(account) ?? { run: createConcurrencyLimiter({ lanes: LANES, waiting: WAITING }), calls: 0 };
    gates.set(account, gate);
    gate.calls++;
    try {
      return await gate.run(work);
    } finally {
      gate.calls--;
      if (gate.calls === 0) gates.delete(account);
    }
  });
});
