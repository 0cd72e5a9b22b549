import type { AnyEndpoint, Endpoint, EndpointResult } from '@vitrine/contract/endpoint';
import { ERRORS, type ErrorCode } from '@vitrine/contract/errors';
import { vi } from 'vitest';

export interface ApiRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Parsed JSON, a form, or undefined. */
  body: unknown;
}

/** Fields of a successful response. */
interface Envelope<Result> {
  result?: Result;
  message?: string;
  token?: string;
}

/** Thrown by a handler to refuse the request. */
class Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  constructor(code: ErrorCode, message: string = ERRORS[code].message) {
    this.code = code;
    this.message = message;
  }
}

type Handler<Result> = (request: ApiRequest) => Envelope<Result> | Promise<Envelope<Result>>;
interface Route {
  endpoint: AnyEndpoint;
  pattern: RegExp;
  handler: Handler<unknown>;
  requests: ApiRequest[];
}

/** Parameters without a schema are UUIDs. */
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
type Schemas = Pick<Endpoint, 'params' | 'query' | 'body' | 'result'>;
const getSchemas = (endpoint: AnyEndpoint): Schemas => endpoint as Schemas;

const NOT_FOUND_RESPONSE = { error: true, code: 'NOT_FOUND', message: ERRORS.NOT_FOUND.message };

/**
 * Answers the web app's requests in component tests instead of the network. The newest handler of an endpoint wins. A request without a handler, or a response
 * that violates the contract, fails the test.
 */
export class FakeApi {
  readonly #routes: Route[] = [];
  readonly faults: string[] = [];

  /** Responds with this result, including changes that the test makes to the object later. */
  result<E extends AnyEndpoint>(endpoint: E, result: EndpointResult<E>): this {
    return this.on(endpoint, () => ({ result }));
  }

  on<E extends AnyEndpoint>(endpoint: E, handler: Handler<EndpointResult<E>>): this {
    const parameter = getSchemas(endpoint).params ? '[^/]+' : UUID;
    const source = endpoint.path.replaceAll(/:(\w+)/g, `(?<$1>${parameter})`);
    const requests = this.#routes.find((route) => route.endpoint === endpoint)?.requests ?? [];
    this.#routes.unshift({ endpoint, pattern: new RegExp(`^/api${source}$`), handler, requests });
    return this;
  }

  /** Refuses requests with an error code and its default message, or with another message. */
  refuse(endpoint: AnyEndpoint, code: ErrorCode, message?: string): this {
    return this.on(endpoint, () => {
      throw new Refusal(code, message);
    });
  }

  /** Fails requests as if the server were unreachable. */
  lose(endpoint: AnyEndpoint): this {
    return this.on(endpoint, () => {
      throw new TypeError('Failed to fetch');
    });
  }

  /** Returns all requests to an endpoint so far, oldest first. */
  requestsTo(endpoint: AnyEndpoint): readonly ApiRequest[] {
    return this.#routes.find((route) => route.endpoint === endpoint)?.requests ?? [];
  }

  install(): void {
    vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => this.#respond(address, init));
  }

  async #respond(address: string, { method = 'GET', body }: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'http://vitrine.test');
    // Pages poll this path after a failed request.
    if (pathname === '/readyz') return Response.json({});
    for (const { endpoint, pattern, handler, requests } of this.#routes) {
      const match = endpoint.method === method ? pattern.exec(pathname) : null;
      if (!match) continue;
      const request: ApiRequest = {
        params: { ...match.groups },
        query: Object.fromEntries(searchParams),
        body: typeof body === 'string' ? JSON.parse(body) : body,
      };
      requests.push(request);
      // Never in the task of the request, so that pages show that they wait.
      await new Promise((resolve) => setTimeout(resolve));
      try {
        const { result, ...rest } = await handler(request);
        return Response.json({ error: false, ...rest, result: this.#validate(endpoint, result) });
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        const { code, message } = refusal;
        return Response.json({ error: true, code, message }, { status: ERRORS[code].status });
      }
    }
    // Requested by every page with a sign-in form. Without a handler, people sign in without a company.
    if (pathname === '/api/users/login/company') return Response.json({ error: false, result: { name: null, availableAt: '' } });
    this.faults.push(`${method} ${pathname} has no handler`);
    return Response.json(NOT_FOUND_RESPONSE, { status: 404 });
  }

  #validate(endpoint: AnyEndpoint, result: unknown): unknown {
    const parsed = getSchemas(endpoint).result?.safeParse(result);
    if (parsed?.success === false)
      this.faults.push(`the result of ${endpoint.method} ${endpoint.path} is not valid: ${parsed.error.message}`);
    return result;
  }
}
