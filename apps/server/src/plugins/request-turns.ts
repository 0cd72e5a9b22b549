import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { maxEntries } from '../platform/lru-options.ts';
import { rateLimitKey } from '../platform/network-addresses.ts';
import { createRequestScheduler } from '../platform/request-scheduler.ts';

/** Maximum number of credentials whose owners are remembered. */
const MAX_CREDENTIALS = 50_000;

export interface RequestTurns {
  /** Waits for the request's turn: by the owner of its credential if that was accepted before, and by client network otherwise. */
  wait(request: FastifyRequest, credentialHash: string | undefined): Promise<void>;
  /** Records the account or screen to which an accepted credential belongs. */
  recognize(credentialHash: string, owner: string): void;
}

/** Lets requests of different clients start in turns. An unknown credential gives no turn of its own, because a client could invent one for each request. */
export function createRequestTurns(): RequestTurns {
  const scheduler = createRequestScheduler();
  const owners = new LRUCache<string, string>(maxEntries(MAX_CREDENTIALS));
  return {
    wait({ ip }, credentialHash) {
      const owner = credentialHash === undefined ? undefined : owners.get(credentialHash);
      const client = { key: owner ?? rateLimitKey(ip), isRecognized: owner !== undefined };
      return new Promise((resolve) => scheduler.schedule(client, resolve));
    },
    recognize: (credentialHash, owner) => void owners.set(credentialHash, owner),
  };
}

export const hashCredential = (credential: string): string => hash('sha256', credential, 'base64url');
