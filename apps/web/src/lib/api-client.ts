import { type AnyEndpoint, buildPath, type EndpointInput, type EndpointResponse, type EndpointResult } from '@vitrine/contract/endpoint';
import type { Failure } from '@vitrine/contract/envelope';
import { IDLE_HEADER, SESSION_END_REASONS, type SessionEndReason } from '@vitrine/contract/session-activity';
import { AppError, type AppErrorCode } from './app-error.ts';
import { serverReachability } from './reachability.ts';
import { endSession, getSession } from './session.ts';
import { requestStepUp } from './step-up.ts';
import { startRequest } from './user-activity.ts';

interface ApiResponse {
  error: false;
  result?: unknown;
  message?: string;
  token?: string;
}

/** Response to a change, with a message for the user. */
export interface MessageResponse {
  message?: string;
}

type Query = Record<string, string | number | boolean | null | undefined>;
interface RequestOptions {
  signal?: AbortSignal;
  /** A token that is still to be checked; else that of the session. */
  token?: string;
}
interface EndpointCall extends RequestOptions {
  params?: Record<string, string>;
  query?: Query;
  /** Sent as JSON, or as multipart when it is form data. */
  body?: unknown;
}
/** Nothing has to be given where nothing is required. */
type EndpointArgs<E extends AnyEndpoint, More = unknown> =
  object extends EndpointInput<E> ? [input?: EndpointInput<E> & More] : [input: EndpointInput<E> & More];

/** Returns the address of an endpoint, for requests by the browser itself. */
export const getEndpointUrl = <E extends AnyEndpoint>(endpoint: E, ...[input]: EndpointArgs<E>): string =>
  buildUrl(endpoint, input as EndpointCall);

function buildUrl(endpoint: AnyEndpoint, { params = {}, query = {} }: EndpointCall = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) search.set(name, String(value));
  const text = search.toString();
  return `/api${buildPath(endpoint, params)}${text ? `?${text}` : ''}`;
}

/** Calls an endpoint and returns its result. */
export const call = async <E extends AnyEndpoint>(endpoint: E, ...given: EndpointArgs<E, RequestOptions>): Promise<EndpointResult<E>> =>
  (await send(endpoint, ...given)).result as EndpointResult<E>;

/** The same with the message that can be shown. */
export const send = async <E extends AnyEndpoint>(endpoint: E, ...[input]: EndpointArgs<E, RequestOptions>): Promise<EndpointResponse<E>> =>
  (await requestEndpoint(endpoint, input)) as EndpointResponse<E>;

/**
 * Calls the API. Returns the content of the envelope, or throws an AppError with a message for the user. A 401 ends the session, and the router goes to
 * /login. A sensitive operation is repeated once after the user confirmed it with the second factor.
 */
async function requestEndpoint(endpoint: AnyEndpoint, options: EndpointCall = {}, isRepeated = false): Promise<ApiResponse> {
  const response = await request(endpoint.method, buildUrl(endpoint, options), options);
  const answer = await parseResponse(response);
  if (answer.error) {
    if (answer.code === 'STEP_UP_REQUIRED' && !isRepeated && (await requestStepUp())) return requestEndpoint(endpoint, options, true);
    throw new AppError(answer.code as AppErrorCode, answer.message, response.status, answer.issues);
  }
  return answer;
}

/** Shorter pauses count as activity. */
const MIN_IDLE_SECONDS = 60;

async function request(method: string, address: string, { body, signal, token }: EndpointCall): Promise<Response> {
  const ownToken = getSession()?.token;
  const sentToken = token ?? ownToken;
  const headers: Record<string, string> = {};
  if (sentToken) headers.authorization = sentToken;
  const idleSeconds = startRequest();
  if (idleSeconds >= MIN_IDLE_SECONDS) headers[IDLE_HEADER] = String(idleSeconds);
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
    serverReachability.lost();
    throw new AppError('NETWORK', 'Can’t reach the server. Check your connection and try again.');
  });
  if (response.status === 401 && sentToken && sentToken === ownToken) {
    const reason = await readSessionEnd(response.clone());
    if (getSession()?.token === sentToken) endSession({ reason });
  }
  return response;
}

/** Returns why the server ended the session, if it knows. */
async function readSessionEnd(response: Response): Promise<SessionEndReason | undefined> {
  const answer = (await response.json().catch(() => null)) as Partial<Failure> | null;
  return SESSION_END_REASONS.find((reason) => reason === answer?.sessionEnd);
}

async function parseResponse(response: Response): Promise<ApiResponse | Failure> {
  const answer: unknown = await response.json().catch(() => null);
  if (answer && typeof answer === 'object' && 'error' in answer) {
    serverReachability.answered();
    return answer as ApiResponse | Failure;
  }
  // A proxy answered instead of the server, or there was no response.
  serverReachability.lost();
  return { error: true, code: 'UNAVAILABLE', message: 'The server is temporarily unavailable. Try again in a moment.' };
}

/** A file of the API's, as bytes; a refusal is an AppError like everywhere. */
export const fetchBytes = async (address: string): Promise<Blob> => readBytes(await request('GET', address, {}));

/** The same of an endpoint that is given more than an address. */
export async function fetchEndpointBytes<E extends AnyEndpoint>(endpoint: E, ...[input]: EndpointArgs<E>): Promise<Blob> {
  const options = (input ?? {}) as EndpointCall;
  const load = async () => readBytes(await request(endpoint.method, buildUrl(endpoint, options), options));
  return load().catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'STEP_UP_REQUIRED' && (await requestStepUp())) return load();
    throw error;
  });
}

async function readBytes(response: Response): Promise<Blob> {
  if (response.ok) return response.blob();
  const answer = await parseResponse(response);
  if (!answer.error) throw new AppError('UNAVAILABLE', 'Couldn’t download the file. Try again.', response.status);
  throw new AppError(answer.code as AppErrorCode, answer.message, response.status);
}
