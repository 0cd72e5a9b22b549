import {
  type AnyEndpoint,
  type EndpointAnswer,
  type EndpointInput,
  type EndpointResult,
  type PathParams,
  pathOf,
} from '@vitrine/contract/endpoint';
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
  /** Sent as JSON, or as multipart when it is form data. */
  body?: unknown;
  signal?: AbortSignal;
  /** A token that is still to be checked; else that of the session. */
  token?: string;
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
async function exchange<T>(method: string, path: string, options: Call = {}): Promise<Answer<T>> {
  const response = await request(method, path, options);
  const answer = await readAnswer<T>(response);
  if ('code' in answer && answer.error) {
    throw new AppError(answer.code as AppErrorCode, answer.message, response.status, answer.issues);
  }
  return answer as Answer<T>;
}

async function request(method: string, path: string, { query, body, signal, token }: Call): Promise<Response> {
  const ownToken = getSession()?.token;
  const sentToken = token ?? ownToken;
  const headers: Record<string, string> = {};
  if (sentToken) headers.authorization = sentToken;
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  const response = await fetch(apiPath(path, query), {
    method,
    headers,
    body: body === undefined || isForm ? body : JSON.stringify(body),
    signal,
    credentials: 'same-origin',
  }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new AppError('NETWORK', 'The server cannot be reached. Check the connection and try again.');
  });
  if (response.status === 401 && sentToken && sentToken === ownToken) endSession();
  return response;
}

async function readAnswer<T>(response: Response): Promise<(Answer<T> & { error: false }) | Failure> {
  const answer: unknown = await response.json().catch(() => null);
  if (answer && typeof answer === 'object' && 'error' in answer) return answer as (Answer<T> & { error: false }) | Failure;
  // A proxy answered in the server's place, or nobody did.
  return { error: true, code: 'UNAVAILABLE', message: 'The service is starting or stopping. Try again in a moment.' };
}

/** A file of the API's, as bytes; a refusal is an AppError like everywhere. */
export async function fetchBytes(path: string): Promise<Blob> {
  const response = await request('GET', path, {});
  if (response.ok) return response.blob();
  const answer = await readAnswer(response);
  if (!answer.error) throw new AppError('UNAVAILABLE', 'The file could not be fetched.', response.status);
  throw new AppError(answer.code as AppErrorCode, answer.message, response.status);
}

export const api = {
  get: async <T>(path: string, options?: Call): Promise<T> => (await exchange<T>('GET', path, options)).result,
  post: <T>(path: string, body: unknown, options?: Call) => exchange<T>('POST', path, { ...options, body }),
  put: <T>(path: string, body: unknown, options?: Call) => exchange<T>('PUT', path, { ...options, body }),
  delete: <T>(path: string, options?: Call) => exchange<T>('DELETE', path, options),
};

interface Sending {
  signal?: AbortSignal;
  /** A token that is still to be checked; else that of the session. */
  token?: string;
}
type Input<E extends AnyEndpoint> = EndpointInput<E> & Sending;
/** Nothing has to be given where nothing is required. */
type Given<E extends AnyEndpoint> = object extends EndpointInput<E> ? [input?: Input<E>] : [input: Input<E>];

/** The whole answer, with the message that can be shown. */
export async function send<E extends AnyEndpoint>(endpoint: E, ...[input = {} as Input<E>]: Given<E>): Promise<EndpointAnswer<E>> {
  const { params = {}, ...options }: Call & { params?: Record<string, string> } = input;
  return (await exchange(endpoint.method, pathOf(endpoint, params as PathParams<E['path']>), options)) as EndpointAnswer<E>;
}

/** What an endpoint gives. */
export const call = async <E extends AnyEndpoint>(endpoint: E, ...given: Given<E>): Promise<EndpointResult<E>> =>
  (await send(endpoint, ...given)).result as EndpointResult<E>;
