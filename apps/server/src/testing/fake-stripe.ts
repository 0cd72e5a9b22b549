/** A server that implements the part of Stripe's API that our adapter uses. The rules of the test bank maintain its state in memory. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { DeclinedError } from '../modules/test-bank/operation-context.ts';
import { BankObjectNotFoundError, CardError } from '../platform/cards/cards.ts';
import { signEvent } from '../platform/cards/event-signature.ts';
import { StripeRefusal, type StripeRequest } from './fake-stripe-request.ts';
import { fakeStripeRoutes } from './fake-stripe-routes.ts';
import { readForm } from './form-encoding.ts';
import { createMemoryBank } from './memory-bank.ts';

interface StoredResponse {
  request: string;
  status: number;
  body: string;
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

export async function startFakeStripe(startAt: number, webhookSecret: string) {
  const bank = createMemoryBank(startAt);
  const routes = fakeStripeRoutes(bank);
  const responses = new Map<string, StoredResponse>();
  const requests: string[] = [];
  /** Faults of the next requests: an error status, 'hang up' to close the connection before the request runs, or 'lose' to close it afterwards. */
  const faults: (number | 'hang up' | 'lose')[] = [];

  const execute = (request: StripeRequest): { status: number; body: string } => {
    for (const { method, path, run } of routes) {
      const match = request.method === method ? path.exec(request.path) : null;
      if (!match) continue;
      try {
        return { status: 200, body: JSON.stringify(run(request, match[1] ?? '')) };
      } catch (error) {
        return refusalOf(error);
      }
    }
    return {
      status: 404,
      body: JSON.stringify({ error: { type: 'invalid_request_error', message: `Unrecognized request URL (${request.path})` } }),
    };
  };

  /** Implements idempotency keys like Stripe: repeats the response of the key, also an error, and refuses the key for another request. */
  const answer = (request: StripeRequest, raw: string, key: string | undefined): { status: number; body: string } => {
    const stored = key === undefined ? undefined : responses.get(key);
    const digest = `${request.method} ${request.path} ${raw}`;
    if (stored && stored.request !== digest)
      return refusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    if (stored) return stored;
    const fresh = execute(request);
    if (key !== undefined && request.method === 'POST') responses.set(key, { request: digest, ...fresh });
    return fresh;
  };

  const server = createServer(async (incoming, outgoing) => {
    const raw = await readBody(incoming);
    const url = new URL(incoming.url ?? '/', 'http://stripe.test');
    const method = incoming.method ?? 'GET';
    requests.push(`${method} ${url.pathname}`);
    const fault = faults.shift();
    if (fault === 'hang up') return incoming.socket.destroy();
    if (typeof fault === 'number')
      return outgoing
        .writeHead(fault, { 'stripe-should-retry': 'false' })
        .end(refusal(fault, { type: 'api_error', message: 'Sorry' }).body);
    const form = readForm(method === 'POST' ? raw : url.search.slice(1));
    const key = incoming.headers['idempotency-key'];
    const { status, body } = answer({ method, path: url.pathname, form }, raw, typeof key === 'string' ? key : undefined);
    if (fault === 'lose') return incoming.socket.destroy();
    outgoing.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    bank,
    url: `http://127.0.0.1:${port}`,
    requests,
    faults,
    /** Returns all events so far, signed with the current time. */
    signedEvents: () =>
      bank.events.map((event) => {
        const body = JSON.stringify(event);
        return { body, signature: signEvent(body, webhookSecret, bank.now()) };
      }),
    stop: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

type RefusalBody = Pick<Stripe.StripeRawError, 'type' | 'message' | 'code' | 'decline_code' | 'param'>;

const refusal = (status: number, error: RefusalBody) => ({ status, body: JSON.stringify({ error }) });

function refusalOf(error: unknown): { status: number; body: string } {
  if (error instanceof StripeRefusal) return refusal(error.status, error.error);
  if (error instanceof BankObjectNotFoundError)
    return refusal(404, { type: 'invalid_request_error', code: 'resource_missing', param: 'id', message: error.message });
  if (error instanceof DeclinedError)
    return refusal(402, {
      type: 'card_error',
      code: error.code,
      message: error.message,
      ...(error.declineCode && { decline_code: error.declineCode }),
    });
  if (!(error instanceof CardError)) return refusal(500, { type: 'api_error', message: String(error) });
  const { code, message } = error;
  return refusal(400, {
    type: 'invalid_request_error',
    message,
    ...(code !== 'invalid_request' && { code }),
    ...(code === 'resource_missing' && { param: 'payment_method' }),
  });
}
