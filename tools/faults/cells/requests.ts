import { setTimeout as sleep } from 'node:timers/promises';

/** Thrown for a response that no client may receive, regardless of which component has failed. */
export class WrongAnswer extends Error {}

/** Statuses of the proxy when a process has died or the store refuses a request. Our own processes use 503 for temporary refusals. */
const FOR_NOW = [502, 503, 504];
const NO_ROOM = 507;
/** How long a client retries. The lease of a killed process ends after 12 s, and the next process may be killed as well. */
export const PATIENCE_MS = 120_000;
const PAUSE_MS = 300;

/** A signed-in account and the address of its server. */
export interface Caller {
  token: string;
  product: { origin: string };
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

/** Sends a request. Throws WrongAnswer for a response that is never allowed, and any other error when the request was refused temporarily or interrupted. */
export async function request({ token, product }: Caller, url: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const answer = await fetch(new URL(url, product.origin), {
    method,
    headers: { authorization: token, ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) {
    const said = `${method} ${url.replace(/\?.*/, '')}: ${answer.status} ${bytes.toString().slice(0, 300)}`;
    if (isWrong(answer, bytes)) throw new WrongAnswer(said);
    throw new Error(said);
  }
  return { headers: answer.headers, bytes };
}

function isWrong({ status, headers }: Response, bytes: Buffer): boolean {
  if (status === 404) return true;
  if (status < 500 || status === NO_ROOM) return false;
  const isOurs = bytes.toString('latin1', 0, 1) === '{';
  return isOurs ? status !== 503 || headers.get('retry-after') === null : !FOR_NOW.includes(status);
}

/** The result of a call of the API. */
export async function callApi<T>(caller: Caller, method: string, path: string, body?: unknown): Promise<T> {
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const { bytes } = await request(caller, `/api${path}`, { method, ...json });
  return (JSON.parse(bytes.toString()) as { result: T }).result;
}

/** Retries until the request succeeds. WrongAnswer is not retried. */
export async function persist<T>(what: string, work: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (let said = ''; ; await sleep(PAUSE_MS)) {
    try {
      const done = await work();
      if (done !== undefined) return done;
    } catch (error) {
      if (error instanceof WrongAnswer) throw error;
      said = error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : String(error);
    }
    if (Date.now() > until) throw new Error(`${what}: not answered within ${PATIENCE_MS / 1000} s (${said})`);
  }
}
