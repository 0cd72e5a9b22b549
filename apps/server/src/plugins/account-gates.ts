import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type AccountLanes, createAccountLanes } from '../platform/account-lanes.ts';
import { rateLimitKey } from '../platform/network-addresses.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs a call of this account after at most a few others of the same account. TOO_MANY_REQUESTS when too many wait. */
    runForAccount: AccountLanes['run'];
    /** Runs the lookup of a session after at most a few others with the same token. TOO_MANY_REQUESTS when too many wait. */
    runForToken: AccountLanes['run'];
    /** Records a request of a client that is no account, so that the bursts of accounts yield to it. */
    recordActivity: AccountLanes['recordActivity'];
  }
}

/** Runs database work after at most a few other calls of the same account or network. */
export type RunInTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Returns the function by which a request waits like the calls of its account, or of its client network when it has none. Never use it within a call that
 * already has its turn.
 */
export const createRunInTurn =
  ({ actor, ip, server }: FastifyRequest): RunInTurn =>
  (work) => {
    if (actor.kind === 'person') return server.runForAccount(actor.userId, work);
    return actor.kind === 'screen' ? work() : server.runForAccount(rateLimitKey(ip), work);
  };

/** Limits how many calls of an account run at the same time, so that a burst of one account does not delay other accounts. */
export const accountGates = fp(async (app: FastifyInstance) => {
  const accounts = createAccountLanes();
  app.decorate('runForAccount', accounts.run);
  app.decorate('recordActivity', accounts.recordActivity);
  // Separate, because a token and its account are one client.
  app.decorate('runForToken', createAccountLanes().run);
});
