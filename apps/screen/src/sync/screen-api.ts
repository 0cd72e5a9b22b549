import { type AnyEndpoint, type EndpointInput, type EndpointResult, pathOf } from '@vitrine/contract/endpoint';
import type { Play } from '@vitrine/contract/plays';
import { readFile, readManifest, registerScreen, reportPlays } from '@vitrine/contract/screens.addresses';
import type { ServerClock } from '../clock/server-clock.ts';
import type { Adopted, Identity } from '../keep/database.ts';

const ANSWER_WITHIN_MS = 15_000;

/** The server does not know this screen (any more). */
export class ScreenUnknownError extends Error {
  override name = 'ScreenUnknownError';
}

const addressOf = (endpoint: AnyEndpoint, params: Record<string, string> = {}) => `/api${pathOf(endpoint, params)}`;

const bodyOf = <E extends typeof registerScreen | typeof reportPlays>(_endpoint: E, body: EndpointInput<E>['body']) => JSON.stringify(body);

/** What stands in the answer's envelope. */
const resultOf = async <E extends AnyEndpoint>(_endpoint: E, response: Response): Promise<EndpointResult<E>> =>
  ((await response.json()) as { result: EndpointResult<E> }).result;

const authorization = ({ deviceId, secret }: Identity) => ({ authorization: `Screen ${deviceId}:${secret}` });

/** Introduces this screen; with the identity it had, it comes back as the same one if the server still knows it. */
export const introduce = (previous: Identity | null): Promise<Identity> => register(previous, {});

/** After a factory reset: the same screen under another id, which is nobody's device. */
export const introduceAnew = (previous: Identity): Promise<Identity> => register(previous, { reset: true });

async function register(previous: Identity | null, wish: { reset?: boolean }): Promise<Identity> {
  const response = await fetch(addressOf(registerScreen), {
    method: registerScreen.method,
    headers: { 'content-type': 'application/json' },
    body: bodyOf(registerScreen, {
      versionCode: __VERSION__,
      ...(previous && { deviceId: previous.deviceId, secret: previous.secret }),
      ...wish,
    }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  assertOk(response);
  return { ...(await resultOf(registerScreen, response)), versionCode: __VERSION__ };
}

/** The newest manifest, or null when it is still the one of `etag`. Each answer says what the server's clock reads. */
export async function askManifest(identity: Identity, etag: string | null, clock: ServerClock): Promise<Adopted | null> {
  const sentAt = Date.now();
  const response = await fetch(addressOf(readManifest), {
    headers: { ...authorization(identity), ...(etag && { 'if-none-match': etag }) },
    // The screen compares by itself; the browser's own cache would only add a second opinion.
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isFinite(date)) clock.heard(date, sentAt, Date.now());
  if (response.status === 304) return null;
  assertOk(response);
  return { manifest: await resultOf(readManifest, response), etag: response.headers.get('etag'), deviceId: identity.deviceId };
}

/** The bytes of a file from an offset on. The answer is 206, or 200 with all of them. */
export async function askFile(identity: Identity, sha256: string, from: number, signal: AbortSignal): Promise<Response> {
  const response = await fetch(addressOf(readFile, { sha256 }), {
    headers: { ...authorization(identity), ...(from > 0 && { range: `bytes=${from}-` }) },
    // Bytes go to the verified cache; keeping them in the HTTP cache as well would double the disk.
    cache: 'no-store',
    signal,
  });
  assertOk(response);
  return response;
}

/** Tells what was played. Answers the number up to which the server has everything; null when it refuses these for good. */
export async function tellPlays(identity: Identity, plays: readonly Play[], lost: number): Promise<number | null> {
  const response = await fetch(addressOf(reportPlays), {
    method: reportPlays.method,
    headers: { ...authorization(identity), 'content-type': 'application/json' },
    body: bodyOf(reportPlays, { plays, lost }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (response.status === 422) return null;
  assertOk(response);
  return (await resultOf(reportPlays, response)).sequence;
}

function assertOk(response: Response): void {
  if (response.status === 401) throw new ScreenUnknownError('the server does not know this screen');
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
}
