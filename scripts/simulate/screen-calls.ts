import http from 'node:http';
import https from 'node:https';
import { type AnyEndpoint, type EndpointResult, pathOf } from '@vitrine/contract/endpoint';
import type { Manifest } from '@vitrine/contract/screens';
import { readManifest, registerScreen } from '@vitrine/contract/screens.addresses';
import type { ScreenIdentity } from './simulated-screen.ts';

/** Asked for at once; more wait, as they would in front of a proxy. */
const MAX_CONNECTIONS = 256;

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

const resultOf = <E extends AnyEndpoint>(_endpoint: E, text: string) => (JSON.parse(text) as { result: EndpointResult<E> }).result;

/** The calls of many screens over one pool of connections. */
export function createScreenCalls(origin: string) {
  const isSecure = origin.startsWith('https:');
  const agent = new (isSecure ? https : http).Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const { request } = isSecure ? https : http;

  const call = (endpoint: AnyEndpoint, options: http.RequestOptions, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = request(
        `${origin}/api${pathOf(endpoint, {})}`,
        { method: endpoint.method, agent, timeout: 20_000, ...options },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
          response.on('error', reject);
        },
      );
      asked.on('timeout', () => asked.destroy(new Error('no answer')));
      asked.on('error', reject);
      asked.end(body);
    });

  return {
    async fetchManifest({ deviceId, secret }: ScreenIdentity, etag: string | null): Promise<{ manifest: Manifest; etag: string } | null> {
      const headers = { authorization: `Screen ${deviceId}:${secret}`, ...(etag && { 'if-none-match': etag }) };
      const { status, headers: answered, text } = await call(readManifest, { headers });
      if (status === 304) return null;
      if (status !== 200) throw new Error(`the server answered ${status}`);
      return { manifest: resultOf(readManifest, text), etag: answered.etag ?? '' };
    },

    /** Introduces a new screen; undefined when the server has had enough of them for this minute, from this address of ours. */
    async register(localAddress?: string): Promise<ScreenIdentity | undefined> {
      const options = { headers: { 'content-type': 'application/json' }, ...(localAddress && { localAddress }) };
      const { status, text } = await call(registerScreen, options, '{}');
      if (status === 429) return undefined;
      if (status !== 200) throw new Error(`the server answered ${status}: ${text}`);
      return resultOf(registerScreen, text);
    },

    close: () => agent.destroy(),
  };
}
