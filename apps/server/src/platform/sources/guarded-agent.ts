import { lookup as lookupName } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { Agent } from 'undici';
import { isAllowedAddress, type Network } from './allowed-addresses.ts';
import { FetchError, toFetchError } from './fetch-error.ts';

export interface ResolvedAddress {
  address: string;
  /** 4 or 6. */
  family: number;
}

export interface GuardSettings {
  /** Private networks that may be requested. */
  allow: readonly Network[];
  /** Returns all addresses of a host name. */
  resolve?: (hostname: string) => Promise<ResolvedAddress[]>;
  /** PEM of certificate authorities in tests. */
  ca?: string;
}

/** Loaded when it is needed, because it takes 20 MB of memory and a fifth of a second. */
export const loadUndici = () => import('undici');

const resolveName = (hostname: string): Promise<ResolvedAddress[]> => lookupName(hostname, { all: true });

/**
 * Creates an agent for a single request that connects to allowed addresses only. Each request needs a new agent, because a pooled socket would lead to
 * the address that the host name had earlier (DNS rebinding).
 */
export async function createGuardedAgent({ allow, resolve = resolveName, ca }: GuardSettings, timeoutMs: number): Promise<Agent> {
  const { Agent, buildConnector } = await loadUndici();
  const isAllowed = (address: string | undefined) => address !== undefined && isAllowedAddress(address, allow);
  // One forbidden address refuses the name, so that the order of the addresses makes no difference.
  const lookUp = callbackify(resolve);
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    lookUp(hostname, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (first === undefined) callback(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
      else if (!addresses.every(({ address }) => isAllowed(address))) callback(new FetchError('addressRefused'), '');
      else if (all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
  const connectTo = buildConnector({ lookup, timeout: timeoutMs, maxCachedSessions: 0, allowH2: false, ...(ca !== undefined && { ca }) });
  return new Agent({
    // Without pipelining the connection is closed after the response.
    pipelining: 0,
    connections: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 16_384,
    connect: (options, callback) => {
      connectTo(options, (error, socket) => {
        // undici leaves a request pending when it sees the original error of a certificate for another name.
        if (error !== null) return callback(toFetchError(error), null);
        if (isAllowed(socket.remoteAddress)) return callback(null, socket);
        socket.on('error', () => undefined).destroy();
        callback(new FetchError('addressRefused'), null);
      });
    },
  });
}
