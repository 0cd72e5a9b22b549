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

/** Thrown by an answer to refuse the request. */
class Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  constructor(code: ErrorCode, message: string = ERRORS[code].message) {
    this.code = code;
    this.message = message;
  }
}

type Answer<Result> = (request: ApiRequest) => Envelope<Result> | Promise<Envelope<Result>>;
interface Route {
  endpoint: AnyEndpoint;
  pattern: RegExp;
  answer: Answer<unknown>;
  requests: ApiRequest[];
}

/** Parameters without a schema are UUIDs. */
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
type Schemas = Pick<Endpoint, 'params' | 'query' | 'body' | 'result'>;
const schemasOf = (endpoint: AnyEndpoint): Schemas => endpoint as Schemas;

const NOTHING_HERE = { error: true, code: 'NOT_FOUND', message: ERRORS.NOT_FOUND.message };

/**
 * Answers the requests of the web app in component tests, in place of the network below `call`. The newest answer for an endpoint counts. A request without an
 * answer, and an answer that the contract does not allow, fail the test.
 */
export class FakeApi {
  readonly #routes: Route[] = [];
  readonly faults: string[] = [];

  /** Answers with this result, also once the test has changed the object. */
  result<E extends AnyEndpoint>(endpoint: E, result: EndpointResult<E>): this {
    return this.on(endpoint, () => ({ result }));
  }

  on<E extends AnyEndpoint>(endpoint: E, answer: Answer<EndpointResult<E>>): this {
    const parameter = schemasOf(endpoint).params ? '[^/]+' : UUID;
    const source = endpoint.path.replaceAll(/:(\w+)/g, `(?<$1>${parameter})`);
    const requests = this.#routes.find((route) => route.endpoint === endpoint)?.requests ?? [];
    this.#routes.unshift({ endpoint, pattern: new RegExp(`^/api${source}$`), answer, requests });
    return this;
  }

  /** Refuses the request with the message of this code, or with another one. */
  refuse(endpoint: AnyEndpoint, code: ErrorCode, message?: string): this {
    return this.on(endpoint, () => {
      throw new Refusal(code, message);
    });
  }

  /** As when the server cannot be reached. */
  lose(endpoint: AnyEndpoint): this {
    return this.on(endpoint, () => {
      throw new TypeError('Failed to fetch');
    });
  }

  /** Requests to this endpoint so far, oldest first. */
  requestsTo(endpoint: AnyEndpoint): readonly ApiRequest[] {
    return this.#routes.find((route) => route.endpoint === endpoint)?.requests ?? [];
  }

  install(): void {
    vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => this.#answer(address, init));
  }

  async #answer(address: string, { method = 'GET', body }: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'http://vitrine.test');
    // Pages ask this again and again once a request was lost.
    if (pathname === '/readyz') return Response.json({});
    for (const { endpoint, pattern, answer, requests } of this.#routes) {
      const match = endpoint.method === method ? pattern.exec(pathname) : null;
      if (!match) continue;
      const request: ApiRequest = {
        params: { ...match.groups },
        query: Object.fromEntries(searchParams),
        body: typeof body === 'string' ? JSON.parse(body) : body,
      };
      requests.push(request);
      try {
        const { result, ...rest } = await answer(request);
        return Response.json({ error: false, ...rest, result: this.#checked(endpoint, result) });
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        const { code, message } = refusal;
        return Response.json({ error: true, code, message }, { status: ERRORS[code].status });
      }
    }
    this.faults.push(`${method} ${pathname} has no answer`);
    return Response.json(NOTHING_HERE, { status: 404 });
  }

  #checked(endpoint: AnyEndpoint, result: unknown): unknown {
    const parsed = schemasOf(endpoint).result?.safeParse(result);
    if (parsed?.success === false)
      this.faults.push(`the result of ${endpoint.method} ${endpoint.path} is not valid: ${parsed.error.message}`);
    return result;
  }
}
