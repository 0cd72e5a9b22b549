import http from 'node:http';
import https from 'node:https';
import type { ScreenEmergency } from '@vitrine/contract/emergency';
import { type AnyEndpoint, buildPath, type EndpointInput, type EndpointResult } from '@vitrine/contract/endpoint';
import type { Play } from '@vitrine/contract/plays';
import { readScreenEmergency } from '@vitrine/contract/screen-emergency.addresses';
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

/** Maximum number of concurrent requests. Others wait, as they would behind a proxy. */
const MAX_CONNECTIONS = 256;

type CallOptions = http.RequestOptions & { params?: Record<string, string> };

interface ScreenResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

const parseResult = <E extends AnyEndpoint>(_endpoint: E, text: string) => (JSON.parse(text) as { result: EndpointResult<E> }).result;

const createAuthHeaders = ({ deviceId, secret }: ScreenIdentity) => ({ authorization: `Screen ${deviceId}:${secret}` });
const JSON_TYPE = { 'content-type': 'application/json' };

function assertOk({ status, text }: ScreenResponse): void {
  if (status === 401) throw new ScreenUnknownError('this screen is not registered');
  if (status !== 200) throw new Error(`the server returned ${status}: ${text}`);
}

/** Creates the function that sends requests to a server over one connection pool. */
function createCall(origin: string) {
  const isSecure = origin.startsWith('https:');
  const agent = new (isSecure ? https : http).Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const { request } = isSecure ? https : http;

  const call = (endpoint: AnyEndpoint, { params = {}, ...options }: CallOptions, body?: string, isRetry = false): Promise<ScreenResponse> =>
    new Promise((resolve, reject) => {
      const clientRequest = request(
        `${origin}/api${buildPath(endpoint, params)}`,
        { method: endpoint.method, agent, timeout: REQUEST_TIMEOUT_MS, ...options },
        (message) => {
          let text = '';
          message.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          message.on('end', () => resolve({ status: message.statusCode ?? 0, headers: message.headers, text }));
          message.on('error', reject);
        },
      );
      clientRequest.on('timeout', () => clientRequest.destroy(new Error('no response')));
      // Browsers also retry when the server closes an idle connection just as it is reused.
      clientRequest.on('error', (cause: NodeJS.ErrnoException) =>
        clientRequest.reusedSocket && cause.code === 'ECONNRESET' && !isRetry
          ? resolve(call(endpoint, { params, ...options }, body, true))
          : reject(cause),
      );
      clientRequest.end(body);
    });
  return { call, close: () => agent.destroy() };
}

/** Creates the requests of apps/screen/src/sync/screen-api.ts for a server. Many screens share one connection pool. */
export function createScreenCalls(origin: string) {
  const { call, close } = createCall(origin);
  const share = createSharedLists();

  return {
    /** Returns the newest manifest, or null when `etag` is current. Every response synchronizes the clock. */
    async fetchManifest(identity: ScreenIdentity, etag: string | null, clock: ServerClock): Promise<StoredManifest | null> {
      const sentAt = Date.now();
      const response = await call(readManifest, { headers: { ...createAuthHeaders(identity), ...(etag && { 'if-none-match': etag }) } });
      const date = Date.parse(response.headers.date ?? '');
      if (Number.isFinite(date)) clock.synchronize(date, sentAt, Date.now());
      if (response.status === 304) return null;
      assertOk(response);
      return {
        manifest: share(parseResult(readManifest, response.text)),
        etag: response.headers.etag ?? null,
        deviceId: identity.deviceId,
      };
    },

    /** Requests the contents of a playlist that was published on the screen's device. */
    async fetchContents(identity: ScreenIdentity, digest: string): Promise<PlaylistContents> {
      const response = await call(readPlaylistContents, { params: { digest }, headers: createAuthHeaders(identity) });
      assertOk(response);
      return parseResult(readPlaylistContents, response.text);
    },

    /** Sends plays. Resolves with the highest stored number; null when the server rejects these plays permanently. */
    async sendPlays(identity: ScreenIdentity, plays: Play[], lost: number): Promise<number | null> {
      const body: EndpointInput<typeof reportPlays>['body'] = { plays, lost };
      const response = await call(reportPlays, { headers: { ...createAuthHeaders(identity), ...JSON_TYPE } }, JSON.stringify(body));
      if (response.status === 422) return null;
      assertOk(response);
      return parseResult(reportPlays, response.text).sequence;
    },

    /** Requests the prepared emergency messages of the screen and its active alerts. */
    async fetchEmergency(identity: ScreenIdentity): Promise<ScreenEmergency> {
      const response = await call(readScreenEmergency, { headers: createAuthHeaders(identity) });
      assertOk(response);
      return parseResult(readScreenEmergency, response.text);
    },

    /** Registers a new screen. Returns undefined when the rate limit for registrations from this local address is reached. */
    async register(localAddress?: string): Promise<ScreenIdentity | undefined> {
      const response = await call(registerScreen, { headers: JSON_TYPE, ...(localAddress && { localAddress }) }, '{}');
      if (response.status === 429) return undefined;
      assertOk(response);
      return parseResult(registerScreen, response.text);
    },

    close,
  };
}

export type ScreenCalls = ReturnType<typeof createScreenCalls>;
