import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Returns the address of the client that sent a request. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * Believes X-Forwarded-For from the same proxies as Fastify's `request.ip` does, for requests that do not pass Fastify. `trustProxy` is the
 * setting TRUST_PROXY.
 */
export function createClientAddress(trustProxy: string | false): ClientAddress {
  const isTrusted = trustProxy === false ? () => false : proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()));
  // A connection that is already closed has no address.
  return (request) => (request.socket.remoteAddress === undefined ? '' : proxyAddr(request, isTrusted)).replace(/^::ffff:/, '');
}
