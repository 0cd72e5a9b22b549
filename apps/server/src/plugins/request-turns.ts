import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { maxEntries } from '../platform/lru-options.ts';
import { rateLimitKey } from '../platform/network-addresses.ts';
import { createRequestScheduler } from '../platform/request-scheduler.ts';

/** Maximum number of credentials whose owners are remembered. */
const MAX_CREDENTIALS = 50_000;

export interface RequestTurns {
  /** Waits for the request's turn among those of its owner, or of its client network when the owner is not known. */
  wait(request: FastifyRequest, owner: string | undefined): Promise<void>;
  /** Returns the account or screen of a credential that was accepted before. */
  findOwner(credentialHash: string): string | undefined;
  /** Records the account or screen to which an accepted credential belongs. */
  recognize(credentialHash: string, owner: string): void;
}

/** Lets requests of different clients start in turns. An unknown credential counts as the network that sends it, because a client could invent one for each request. */
export function createRequestTurns(): RequestTurns {
  const scheduler = createRequestScheduler();
  const owners = new LRUCache<string, string>(maxEntries(MAX_CREDENTIALS));
  return {
    wait({ ip }, owner) {
      const client = { key: owner ?? rateLimitKey(ip), isRecognized: owner !== undefined };
      return new Promise((resolve) => scheduler.schedule(client, resolve));
    },
    findOwner: (credentialHash) => owners.get(credentialHash),
    recognize: (credentialHash, owner) => void owners.set(credentialHash, owner),
  };
}

export const hashCredential = (credential: string): string => hash('sha256', credential, 'base64url');
