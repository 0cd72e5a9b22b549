import { setTimeout as sleep } from 'node:timers/promises';

/** Thrown for a response that no client may receive, regardless of which component has failed. */
export class InvalidResponseError extends Error {}

/** Statuses of the proxy when a process has died or the store refuses a request. Our own processes use 503 for temporary refusals. */
const TEMPORARY_STATUSES = [502, 503, 504];
const STORAGE_FULL = 507;
/** Time for which a client retries. The lease of a killed process ends after 12 s, and the next process may be killed as well. */
export const RETRY_TIMEOUT_MS = 120_000;
const PAUSE_MS = 300;

/** A signed-in account and the address of its server. */
export interface Caller {
  token: string;
  product: { origin: string };
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

/** Sends a request. Throws InvalidResponseError for a response that is never allowed, and any other error when the request was refused temporarily or interrupted. */
export async function request({ token, product }: Caller, url: string, { method = 'GET', headers = {}, body }: RequestOptions = {}) {
  const response = await fetch(new URL(url, product.origin), {
    method,
    headers: { authorization: token, ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) {
    const message = `${method} ${url.replace(/\?.*/, '')}: ${response.status} ${bytes.toString().slice(0, 300)}`;
    if (isInvalid(response, bytes)) throw new InvalidResponseError(message);
    throw new Error(message);
  }
  return { headers: response.headers, bytes };
}

function isInvalid({ status, headers }: Response, bytes: Buffer): boolean {
  if (status === 404) return true;
  if (status < 500 || status === STORAGE_FULL) return false;
  const isOurs = bytes.toString('latin1', 0, 1) === '{';
  return isOurs ? status !== 503 || headers.get('retry-after') === null : !TEMPORARY_STATUSES.includes(status);
}

/** Calls the API. Returns the result. */
export async function callApi<T>(caller: Caller, method: string, path: string, body?: unknown): Promise<T> {
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const { bytes } = await request(caller, `/api${path}`, { method, ...json });
  return (JSON.parse(bytes.toString()) as { result: T }).result;
}

/** Retries until the request succeeds. InvalidResponseError is not retried. */
export async function retry<T>(description: string, work: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (let message = ''; ; await sleep(PAUSE_MS)) {
    try {
      const result = await work();
      if (result !== undefined) return result;
    } catch (error) {
      if (error instanceof InvalidResponseError) throw error;
      message = error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : String(error);
    }
    if (Date.now() > deadline) throw new Error(`${description}: no success within ${RETRY_TIMEOUT_MS / 1000} s (${message})`);
  }
}
