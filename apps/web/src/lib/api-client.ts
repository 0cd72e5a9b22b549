import type { Failure } from '@vitrine/contract/envelope';
import { AppError, type AppErrorCode } from './app-error.ts';
import { endSession, getSession } from './session.ts';

export interface Answer<T> {
  result: T;
  message?: string;
  token?: string;
}

type Scalar = string | number | boolean | null | undefined;
interface Call {
  query?: Record<string, Scalar>;
  body?: unknown;
  signal?: AbortSignal;
}

export function apiPath(path: string, query: Record<string, Scalar> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) search.set(name, String(value));
  const text = search.toString();
  return `/api${path}${text ? `?${text}` : ''}`;
}

/**
 * One call to the API. Gives the envelope's inside, or throws an AppError whose message can be shown.
 * A 401 means that the session is over, whoever asked: it is dropped here, and the router leads to /login.
 */
async function call<T>(method: string, path: string, { query, body, signal }: Call = {}): Promise<Answer<T>> {
  const token = getSession()?.token;
  const headers: Record<string, string> = {};
  if (token) headers.authorization = token;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(apiPath(path, query), {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    credentials: 'same-origin',
  }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new AppError('NETWORK', 'The server cannot be reached. Check the connection and try again.');
  });
  const answer = await readAnswer<T>(response);
  if (response.status === 401 && token) endSession();
  if ('code' in answer && answer.error) {
    throw new AppError(answer.code as AppErrorCode, answer.message, response.status, answer.issues);
  }
  return answer as Answer<T>;
}

async function readAnswer<T>(response: Response): Promise<(Answer<T> & { error: false }) | Failure> {
  const answer: unknown = await response.json().catch(() => null);
  if (answer && typeof answer === 'object' && 'error' in answer) return answer as (Answer<T> & { error: false }) | Failure;
  // A proxy answered in the server's place, or nobody did.
  return { error: true, code: 'UNAVAILABLE', message: 'The service is starting or stopping. Try again in a moment.' };
}

export const api = {
  get: async <T>(path: string, options?: Call): Promise<T> => (await call<T>('GET', path, options)).result,
  post: <T>(path: string, body: unknown, options?: Call) => call<T>('POST', path, { ...options, body }),
  put: <T>(path: string, body: unknown, options?: Call) => call<T>('PUT', path, { ...options, body }),
  delete: <T>(path: string, options?: Call) => call<T>('DELETE', path, options),
};
