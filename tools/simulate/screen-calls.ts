import http from 'node:http';
import https from 'node:https';
import { type AnyEndpoint, buildPath, type EndpointInput, type EndpointResult } from '@vitrine/contract/endpoint';
import type { Play } from '@vitrine/contract/plays';
import type { PlaylistContents } from '@vitrine/contract/screens';
import { readManifest, readPlaylistContents, registerScreen, reportPlays } from '@vitrine/contract/screens.addresses';
import type { ServerClock } from '../../apps/screen/src/clock/server-clock.ts';
import type { StoredManifest } from '../../apps/screen/src/database/database.ts';
import { REQUEST_TIMEOUT_MS, ScreenUnknownError } from '../../apps/screen/src/sync/screen-api.ts';
import { createSharedLists } from './shared-lists.ts';

export interface ScreenIdentity {
  deviceId: string;
  secret: string;
}

/** Asked for at once; more wait, as they would in front of a proxy. */
const MAX_CONNECTIONS = 256;

type Options = http.RequestOptions & { params?: Record<string, string> };

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

const resultOf = <E extends AnyEndpoint>(_endpoint: E, text: string) => (JSON.parse(text) as { result: EndpointResult<E> }).result;

const headersOf = ({ deviceId, secret }: ScreenIdentity) => ({ authorization: `Screen ${deviceId}:${secret}` });
const JSON_TYPE = { 'content-type': 'application/json' };

function assertOk({ status, text }: Answer): void {
  if (status === 401) throw new ScreenUnknownError('this screen is not registered');
  if (status !== 200) throw new Error(`the server answered ${status}: ${text}`);
}

/** The requests of apps/screen/src/sync/screen-api.ts for any server, over one connection pool for many screens. */
export function createScreenCalls(origin: string) {
  const isSecure = origin.startsWith('https:');
  const agent = new (isSecure ? https : http).Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const { request } = isSecure ? https : http;
  const share = createSharedLists();

  const call = (endpoint: AnyEndpoint, { params = {}, ...options }: Options, body?: string, isRepeated = false): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = request(
        `${origin}/api${buildPath(endpoint, params)}`,
        { method: endpoint.method, agent, timeout: REQUEST_TIMEOUT_MS, ...options },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
          response.on('error', reject);
        },
      );
      asked.on('timeout', () => asked.destroy(new Error('no answer')));
      // As browsers do when the server closes a kept connection just as it is used again.
      asked.on('error', (cause: NodeJS.ErrnoException) =>
        asked.reusedSocket && cause.code === 'ECONNRESET' && !isRepeated
          ? resolve(call(endpoint, { params, ...options }, body, true))
          : reject(cause),
      );
      asked.end(body);
    });

  return {
    /** The newest manifest, or null when `etag` is current. Every answer sets the clock. */
    async fetchManifest(identity: ScreenIdentity, etag: string | null, clock: ServerClock): Promise<StoredManifest | null> {
      const sentAt = Date.now();
      const answer = await call(readManifest, { headers: { ...headersOf(identity), ...(etag && { 'if-none-match': etag }) } });
      const date = Date.parse(answer.headers.date ?? '');
      if (Number.isFinite(date)) clock.synchronize(date, sentAt, Date.now());
      if (answer.status === 304) return null;
      assertOk(answer);
      return { manifest: share(resultOf(readManifest, answer.text)), etag: answer.headers.etag ?? null, deviceId: identity.deviceId };
    },

    /** Requests the contents of a playlist that was published on the screen's device. */
    async fetchContents(identity: ScreenIdentity, digest: string): Promise<PlaylistContents> {
      const answer = await call(readPlaylistContents, { params: { digest }, headers: headersOf(identity) });
      assertOk(answer);
      return resultOf(readPlaylistContents, answer.text);
    },

    /** Sends plays. Resolves with the highest stored number; null when the server rejects these plays permanently. */
    async sendPlays(identity: ScreenIdentity, plays: Play[], lost: number): Promise<number | null> {
      const body: EndpointInput<typeof reportPlays>['body'] = { plays, lost };
      const answer = await call(reportPlays, { headers: { ...headersOf(identity), ...JSON_TYPE } }, JSON.stringify(body));
      if (answer.status === 422) return null;
      assertOk(answer);
      return resultOf(reportPlays, answer.text).sequence;
    },

    /** Introduces a new screen; undefined when the server has had enough of them for this minute, from this address of ours. */
    async register(localAddress?: string): Promise<ScreenIdentity | undefined> {
      const answer = await call(registerScreen, { headers: JSON_TYPE, ...(localAddress && { localAddress }) }, '{}');
      if (answer.status === 429) return undefined;
      assertOk(answer);
      return resultOf(registerScreen, answer.text);
    },

    close: () => agent.destroy(),
  };
}

export type ScreenCalls = ReturnType<typeof createScreenCalls>;
