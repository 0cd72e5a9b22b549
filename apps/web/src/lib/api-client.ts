import { type AnyEndpoint, type EndpointAnswer, type EndpointInput, type EndpointResult, pathOf } from '@vitrine/contract/endpoint';
import type { Failure } from '@vitrine/contract/envelope';
import { AppError, type AppErrorCode } from './app-error.ts';
import { server } from './reachability.ts';
import { endSession, getSession } from './session.ts';

interface Answer {
  error: false;
  result?: unknown;
  message?: string;
  token?: string;
}

type Query = Record<string, string | number | boolean | null | undefined>;
interface Sending {
  signal?: AbortSignal;
  /** A token that is still to be checked; else that of the session. */
  token?: string;
}
interface Call extends Sending {
  params?: Record<string, string>;
  query?: Query;
  /** Sent as JSON, or as multipart when it is form data. */
  body?: unknown;
}
/** Nothing has to be given where nothing is required. */
type Given<E extends AnyEndpoint, More = unknown> =
  object extends EndpointInput<E> ? [input?: EndpointInput<E> & More] : [input: EndpointInput<E> & More];

/** Where an endpoint answers, for what the browser fetches by itself. */
export const addressOf = <E extends AnyEndpoint>(endpoint: E, ...[input]: Given<E>): string => write(endpoint, input as Call);

function write(endpoint: AnyEndpoint, { params = {}, query = {} }: Call = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) search.set(name, String(value));
  const text = search.toString();
  return `/api${pathOf(endpoint, params)}${text ? `?${text}` : ''}`;
}

/** What an endpoint gives. */
export const call = async <E extends AnyEndpoint>(endpoint: E, ...given: Given<E, Sending>): Promise<EndpointResult<E>> =>
  (await send(endpoint, ...given)).result as EndpointResult<E>;

/** The same with the message that can be shown. */
export const send = async <E extends AnyEndpoint>(endpoint: E, ...[input]: Given<E, Sending>): Promise<EndpointAnswer<E>> =>
  (await exchange(endpoint, input)) as EndpointAnswer<E>;

/**
 * One call to the API. Gives the envelope's inside, or throws an AppError whose message can be shown.
 * A 401 means that the session is over, whoever asked: it is dropped here, and the router leads to /login.
 */
async function exchange(endpoint: AnyEndpoint, options: Call = {}): Promise<Answer> {
  const response = await request(endpoint.method, write(endpoint, options), options);
  const answer = await readAnswer(response);
  if (answer.error) {
    throw new AppError(answer.code as AppErrorCode, answer.message, response.status, answer.issues);
  }
  return answer;
}

async function request(method: string, address: string, { body, signal, token }: Call): Promise<Response> {
  const ownToken = getSession()?.token;
  const sentToken = token ?? ownToken;
  const headers: Record<string, string> = {};
  if (sentToken) headers.authorization = sentToken;
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  const response = await fetch(address, {
    method,
    headers,
    body: body === undefined || isForm ? body : JSON.stringify(body),
    signal,
    credentials: 'same-origin',
  }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    server.lost();
    throw new AppError('NETWORK', 'The server cannot be reached. Check the connection and try again.');
  });
  if (response.status === 401 && sentToken && sentToken === ownToken) endSession();
  return response;
}

async function readAnswer(response: Response): Promise<Answer | Failure> {
  const answer: unknown = await response.json().catch(() => null);
  if (answer && typeof answer === 'object' && 'error' in answer) {
    server.answered();
    return answer as Answer | Failure;
  }
  // A proxy answered in the server's place, or nobody did.
  server.lost();
  return { error: true, code: 'UNAVAILABLE', message: 'The service is starting or stopping. Try again in a moment.' };
}

/** A file of the API's, as bytes; a refusal is an AppError like everywhere. */
export const fetchBytes = async (address: string): Promise<Blob> => bytesOf(await request('GET', address, {}));

/** The same of an endpoint that is given more than an address. */
export async function callBytes<E extends AnyEndpoint>(endpoint: E, ...[input]: Given<E>): Promise<Blob> {
  const options = (input ?? {}) as Call;
  return bytesOf(await request(endpoint.method, write(endpoint, options), options));
}

async function bytesOf(response: Response): Promise<Blob> {
  if (response.ok) return response.blob();
  const answer = await readAnswer(response);
  if (!answer.error) throw new AppError('UNAVAILABLE', 'The file could not be fetched.', response.status);
  throw new AppError(answer.code as AppErrorCode, answer.message, response.status);
}
