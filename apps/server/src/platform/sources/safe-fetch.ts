import type { Dispatcher } from 'undici';
import { isAllowedAddress } from './allowed-addresses.ts';
import { FetchError, toFetchError } from './fetch-error.ts';
import { createGuardedAgent, type GuardSettings, loadUndici } from './guarded-agent.ts';
import { ACCEPTED_ENCODINGS, discardBody, readBody } from './read-body.ts';

export interface FetchRequest {
  /** Validators of the response that is known already. */
  etag?: string | null;
  lastModified?: string | null;
  /** Value of the Accept header. */
  accept?: string;
  userAgent: string;
  /** Largest body, after decompression. */
  maxBytes: number;
  /** Time for everything: names, connections, redirects and the body. */
  deadlineMs: number;
  /** Returns true for addresses to which the site may not redirect. */
  refusesRedirect?: (url: URL) => boolean;
}

export interface SafeFetchSettings extends GuardSettings {
  /** Ports that may be requested in addition to 80 and 443. */
  ports?: readonly number[];
}

export type FetchResult =
  | { status: 'unchanged' }
  | { status: 'fetched'; body: Buffer; contentType: string; etag: string | null; lastModified: string | null };

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Longer validators are not stored. */
const MAX_VALIDATOR_LENGTH = 1000;

/**
 * Fetches the data of a source from an address that a user entered, without reaching private networks. Throws FetchError when the address is refused or
 * the site does not send the data.
 */
export const fetchSafely = (address: string, options: FetchRequest, settings: SafeFetchSettings): Promise<FetchResult> =>
  requestSafely(address, options, settings, (response) => readResponse(response, options));

/** Response to a request whose body is not read. */
interface ResponseHead {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
}

/** Requests an address like fetchSafely, and returns the head of the response without its body. Throws FetchError. */
export const fetchHeadSafely = (address: string, options: RequestOptions, settings: SafeFetchSettings): Promise<ResponseHead> =>
  requestSafely(address, options, settings, ({ statusCode: status, headers, body }) => {
    discardBody(body);
    return Promise.resolve({ status, headers });
  });

export interface PostRequest extends Pick<FetchRequest, 'userAgent' | 'deadlineMs'> {
  body: string;
  /** Headers in addition to those of every request. */
  headers: Record<string, string>;
}

/** Sends a body to an address like fetchSafely, and returns the status of the response. Redirects are not followed. Throws FetchError. */
export const postSafely = (address: string, { body, headers, ...options }: PostRequest, settings: SafeFetchSettings): Promise<number> =>
  requestSafely(address, { ...options, sent: { body, headers } }, settings, ({ statusCode, body: received }) => {
    discardBody(received);
    return Promise.resolve(statusCode);
  });

/** Throws FetchError when an address can't be requested. Names are resolved only when it is requested. */
export const assertRequestable = (address: string, settings: SafeFetchSettings): void => void parseAddress(address, settings);

type ReadResponse<Result> = (response: Dispatcher.ResponseData) => Promise<Result>;
type RequestOptions = Omit<FetchRequest, 'maxBytes'> & {
  /** Makes it a POST, whose redirects are not followed. */
  sent?: Pick<PostRequest, 'body' | 'headers'>;
};

async function requestSafely<Result>(
  address: string,
  options: RequestOptions,
  settings: SafeFetchSettings,
  read: ReadResponse<Result>,
): Promise<Result> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), options.deadlineMs);
  try {
    return await Promise.race([
      followRedirects(address, { options, settings, signal: deadline.signal, read }),
      rejectOnAbort(deadline.signal),
    ]);
  } catch (error) {
    if (deadline.signal.aborted) throw new FetchError('timedOut');
    throw error instanceof Error ? toFetchError(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** A name lookup ignores signals, so the deadline must not wait for it. */
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new FetchError('timedOut')), { once: true }));

interface GuardedRequest<Result> {
  options: RequestOptions;
  settings: SafeFetchSettings;
  signal: AbortSignal;
  read: ReadResponse<Result>;
}

async function followRedirects<Result>(address: string, { options, settings, signal, read }: GuardedRequest<Result>): Promise<Result> {
  let url = parseAddress(address, settings);
  const { request } = await loadUndici();
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const agent = await createGuardedAgent(settings, options.deadlineMs);
    try {
      const { sent } = options;
      const headers = { ...createHeaders(options), ...sent?.headers };
      const response = await request(url, { dispatcher: agent, signal, headers, ...(sent && { method: 'POST', body: sent.body }) });
      if (sent || !REDIRECTS.has(response.statusCode)) return await read(response);
      const target = getHeader(response, 'location');
      discardBody(response.body);
      const next = parseAddress(target, settings, url);
      if (options.refusesRedirect?.(next) === true) throw new FetchError('redirectRefused');
      if (url.protocol === 'https:' && next.protocol === 'http:') throw new FetchError('insecureRedirect');
      url = next;
    } finally {
      // The agent is used for one request only; nothing waits for its socket to close.
      void agent.destroy();
    }
  }
  throw new FetchError('tooManyRedirects');
}

/** Parses an address, relative to `base` for redirects. Throws when it can't be requested. */
function parseAddress(text: string, { ports = [], allow }: SafeFetchSettings, base?: URL): URL {
  const url = text !== '' && URL.canParse(text, base) ? new URL(text, base) : undefined;
  const defaultPort = url && DEFAULT_PORTS[url.protocol];
  if (!url || defaultPort === undefined) throw new FetchError('addressInvalid');
  if (url.username !== '' || url.password !== '') throw new FetchError('credentialsRefused');
  const port = url.port === '' ? defaultPort : Number(url.port);
  if (![...Object.values(DEFAULT_PORTS), ...ports].includes(port)) throw new FetchError('portRefused');
  // Addresses in numbers are connected to without a lookup.
  const literal = getLiteralAddress(url.hostname);
  if (literal !== null && !isAllowedAddress(literal, allow)) throw new FetchError('addressRefused');
  return url;
}

/** Returns the IP address of a host, or null when it is a name. URL has already changed forms such as 0x7f.1 to four numbers. */
function getLiteralAddress(hostname: string): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return /^[\d.]+$/.test(hostname) ? hostname : null;
}

function createHeaders({ etag, lastModified, accept = '*/*', userAgent }: RequestOptions): Record<string, string> {
  return {
    accept,
    'accept-encoding': ACCEPTED_ENCODINGS,
    'user-agent': userAgent,
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  };
}

async function readResponse(response: Dispatcher.ResponseData, { etag, lastModified, maxBytes }: FetchRequest): Promise<FetchResult> {
  const { statusCode: status, body } = response;
  if (status !== 200 && status !== 203) {
    discardBody(body);
    if (status === 304 && (etag || lastModified)) return { status: 'unchanged' };
    throw createStatusError(status);
  }
  if (Number(getHeader(response, 'content-length')) > maxBytes) {
    discardBody(body);
    throw new FetchError('tooLarge');
  }
  return {
    status: 'fetched',
    body: await readBody(body, getHeader(response, 'content-encoding'), maxBytes),
    contentType: getHeader(response, 'content-type'),
    etag: getValidator(response, 'etag'),
    lastModified: getValidator(response, 'last-modified'),
  };
}

function createStatusError(status: number): FetchError {
  if (status === 401 || status === 403) return new FetchError('accessDenied', { status });
  return new FetchError(status === 404 || status === 410 ? 'notFound' : 'statusUnexpected', { status });
}

/** Returns the first value of a header, or an empty text. */
function getHeader({ headers }: Dispatcher.ResponseData, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Header values that could not be sent back are dropped. */
function getValidator(response: Dispatcher.ResponseData, name: string): string | null {
  const value = getHeader(response, name);
  return value !== '' && value.length <= MAX_VALIDATOR_LENGTH && /^[\x20-\x7e]+$/.test(value) ? value : null;
}
