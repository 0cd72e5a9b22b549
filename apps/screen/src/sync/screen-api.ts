import { type AnyEndpoint, buildPath, type EndpointInput, type EndpointResult } from '@vitrine/contract/endpoint';
import type { Play } from '@vitrine/contract/plays';
import type { ManifestFile, PlaylistContents } from '@vitrine/contract/screens';
import {
  listVersionFiles,
  readManifest,
  readPlaylistContents,
  readScreenFile,
  readVersionFile,
  registerScreen,
  reportPlays,
} from '@vitrine/contract/screens.addresses';
import type { ServerClock } from '../clock/server-clock.ts';
import type { Identity, StoredManifest } from '../database/database.ts';
import { getCompanion } from '../remote/companion.ts';

export const REQUEST_TIMEOUT_MS = 15_000;

/** Thrown when the server does not know this screen, or no longer. */
export class ScreenUnknownError extends Error {
  override name = 'ScreenUnknownError';
}

/** Thrown when the requested resource does not exist or this screen may not read it. */
export class NotFoundError extends Error {
  override name = 'NotFoundError';
}

const getUrl = (endpoint: AnyEndpoint, params: Record<string, string> = {}) => `/api${buildPath(endpoint, params)}`;

const serializeBody = <E extends typeof registerScreen | typeof reportPlays>(_endpoint: E, body: EndpointInput<E>['body']) =>
  JSON.stringify(body);

/** Returns the `result` of the response's envelope. */
const parseResult = async <E extends AnyEndpoint>(_endpoint: E, response: Response): Promise<EndpointResult<E>> =>
  ((await response.json()) as { result: EndpointResult<E> }).result;

const getAuthorizationHeader = ({ deviceId, secret }: Identity) => ({ authorization: `Screen ${deviceId}:${secret}` });

/** Registers this screen. The server keeps a previous identity that it still recognises, so the screen remains the same. */
export const register = (previous: Identity | null): Promise<Identity> => requestIdentity(previous, {});

/** Registers this screen under a new device id without an owner, after a factory reset. */
export const registerAfterReset = (previous: Identity): Promise<Identity> => requestIdentity(previous, { reset: true });

async function requestIdentity(previous: Identity | null, options: { reset?: boolean }): Promise<Identity> {
  const { serialNumber } = getCompanion();
  const response = await fetch(getUrl(registerScreen), {
    method: registerScreen.method,
    headers: { 'content-type': 'application/json' },
    body: serializeBody(registerScreen, {
      versionCode: __VERSION__,
      ...(serialNumber !== undefined && { serialNumber }),
      ...(previous && { deviceId: previous.deviceId, secret: previous.secret }),
      ...options,
    }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  assertOk(response);
  return { ...(await parseResult(registerScreen, response)), versionCode: __VERSION__ };
}

/** Returns the newest manifest, or null when `etag` is current. Each response also synchronizes the clock. */
export async function fetchManifest(identity: Identity, etag: string | null, clock: ServerClock): Promise<StoredManifest | null> {
  const sentAt = Date.now();
  const response = await fetch(getUrl(readManifest), {
    headers: { ...getAuthorizationHeader(identity), ...(etag && { 'if-none-match': etag }) },
    // The screen compares the etag itself; the browser's cache would only interfere.
    cache: 'no-store',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  // Servers before version 0.3 send only the date, in whole seconds.
  const exact = Number(response.headers.get('server-time'));
  const time = exact || Date.parse(response.headers.get('date') ?? '');
  if (Number.isFinite(time)) clock.synchronize(time, sentAt, Date.now(), exact ? 0 : undefined);
  if (response.status === 304) return null;
  assertOk(response);
  return { manifest: await parseResult(readManifest, response), etag: response.headers.get('etag'), deviceId: identity.deviceId };
}

/** Requests the contents of a playlist published on this screen's device. Caches between the screen and the server may store them. */
export async function fetchContents(identity: Identity, digest: string): Promise<PlaylistContents> {
  const response = await fetch(getUrl(readPlaylistContents, { digest }), {
    headers: getAuthorizationHeader(identity),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  assertOk(response);
  return parseResult(readPlaylistContents, response);
}

/** Generous timeout, because the screen keeps playing while it downloads a version. */
const VERSION_FILE_TIMEOUT_MS = 120_000;

/** Lists the files of a version. */
export async function fetchVersion(identity: Identity, id: string): Promise<EndpointResult<typeof listVersionFiles>> {
  const response = await fetch(getUrl(listVersionFiles, { id }), {
    headers: getAuthorizationHeader(identity),
    cache: 'no-store',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  assertOk(response);
  return parseResult(listVersionFiles, response);
}

export async function fetchVersionFile(identity: Identity, id: string, path: string): Promise<Blob> {
  const response = await fetch(`${getUrl(readVersionFile, { id })}?${new URLSearchParams({ path }).toString()}`, {
    headers: getAuthorizationHeader(identity),
    cache: 'no-store',
    signal: AbortSignal.timeout(VERSION_FILE_TIMEOUT_MS),
  });
  assertOk(response);
  return response.blob();
}

/** Requests the bytes of a file from an offset. The response has status 206, or 200 with the whole file. */
export async function fetchFile(identity: Identity, sha256: string, from: number, signal: AbortSignal): Promise<Response> {
  const response = await fetch(getUrl(readScreenFile, { sha256 }), {
    headers: { ...getAuthorizationHeader(identity), ...(from > 0 && { range: `bytes=${from}-` }) },
    // The bytes are stored in the verified cache. The HTTP cache would store them twice.
    cache: 'no-store',
    signal,
  });
  assertOk(response);
  return response;
}

/** Sends plays. Resolves with the highest number that the server has stored, or null when it rejects these plays permanently. */
export async function sendPlays(identity: Identity, plays: readonly Play[], lost: number): Promise<number | null> {
  const response = await fetch(getUrl(reportPlays), {
    method: reportPlays.method,
    headers: { ...getAuthorizationHeader(identity), 'content-type': 'application/json' },
    body: serializeBody(reportPlays, { plays, lost }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (response.status === 422) {
    // During an update, a server of the previous version may respond, which knows no zones.
    const withoutZones = plays.map(({ zone: _zone, ...play }) => play);
    return plays.some(({ zone }) => zone) ? sendPlays(identity, withoutZones, lost) : null;
  }
  assertOk(response);
  return (await parseResult(reportPlays, response)).sequence;
}

function assertOk(response: Response): void {
  if (response.status === 401) throw new ScreenUnknownError('this screen is not registered');
  if (response.status === 404) throw new NotFoundError('the server answered 404');
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
}

/** Downloads, verifies and stores files. */
interface FileFetcher {
  fetchFile: (identity: Identity, file: ManifestFile, signal: AbortSignal) => Promise<void>;
}

/** Returns the requests of the manifest synchronization, authorized as this screen. */
export const createSyncRequests = (identity: Identity, clock: ServerClock, cache: FileFetcher) => ({
  requestManifest: (etag: string | null) => fetchManifest(identity, etag, clock),
  fetchContents: (digest: string) => fetchContents(identity, digest),
  fetchFile: (file: ManifestFile, signal: AbortSignal) => cache.fetchFile(identity, file, signal),
});
