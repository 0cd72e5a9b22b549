import http from 'node:http';
import https from 'node:https';
import { type ClientAddressStatus, isLoopback } from './client-address.rules.ts';

const TIMEOUT_MS = 8000;
/** An address for documentation (RFC 5737), from which no request can come. */
const FORGED_ADDRESS = '192.0.2.77';
/** Source address for a proxy on this machine. The proxy itself connects from 127.0.0.1. */
const OTHER_LOOPBACK_ADDRESS = '127.0.0.2';

const withoutPrefix = (address: string) => address.replace(/^::ffff:/, '');

/**
 * Sends a request through PUBLIC_URL with a forged X-Forwarded-For header, and returns the address from which it was sent and the one that the product saw.
 * Returns undefined when the product does not respond there.
 */
export async function inspectClientAddress(publicUrl: string): Promise<ClientAddressStatus | undefined> {
  const first = await requestHealth(publicUrl).catch(() => undefined);
  // Only Linux can use all loopback addresses.
  if (!first || !isLoopback(first.sent) || process.platform !== 'linux') return first;
  return (await requestHealth(publicUrl, OTHER_LOOPBACK_ADDRESS).catch(() => undefined)) ?? first;
}

function requestHealth(publicUrl: string, localAddress?: string): Promise<ClientAddressStatus | undefined> {
  const { get } = publicUrl.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const options = {
      headers: { 'x-forwarded-for': FORGED_ADDRESS },
      timeout: TIMEOUT_MS,
      agent: false,
      ...(localAddress && { localAddress, family: 4 }),
    };
    const request = get(new URL('/healthz', publicUrl), options, (response) => {
      const sent = withoutPrefix(response.socket.localAddress ?? '');
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => {
        const seen = readAddress(body);
        resolve(seen === undefined ? undefined : { sent, seen: withoutPrefix(seen), forged: FORGED_ADDRESS });
      });
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error('No response')));
    request.on('error', reject);
  });
}

/** Returns undefined for the response of another product, or of a version that does not tell the address. */
function readAddress(body: string): string | undefined {
  try {
    const { address } = JSON.parse(body) as { address?: unknown };
    return typeof address === 'string' ? address : undefined;
  } catch {
    return undefined;
  }
}
