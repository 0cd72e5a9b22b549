/** A target of webhooks for tests, and webhooks that are sent to it. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookDelivery, WebhookEvent, WebhookWithSecret } from '@vitrine/contract/webhooks';
import { expect } from 'vitest';
import { webhooksModule } from '../modules/webhooks/index.ts';
import { PASSWORD, type TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Respond = (response: ServerResponse, request: ReceivedRequest) => void;

export interface WebhookTarget {
  port: number;
  url: (path: string) => string;
  /** Requests to a path, in the order of their arrival. */
  requestsTo: (path: string) => ReceivedRequest[];
  /** Sets the response to a path, which is 204 otherwise. */
  respond: (path: string, respond: Respond) => void;
  close: () => Promise<void>;
}

const respondDelivered: Respond = (response) => void response.writeHead(204).end();

/** Starts a target on this machine. `allowLocal` of testing/sources.ts allows its port. */
export async function startWebhookTarget(): Promise<WebhookTarget> {
  const received: ReceivedRequest[] = [];
  const responses = new Map<string, Respond>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const arrived = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(arrived);
      (responses.get(arrived.path) ?? respondDelivered)(response, arrived);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    requestsTo: (path) => received.filter((request) => request.path === path),
    respond: (path, respond) => void responses.set(path, respond),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export const respondWith =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    void response.writeHead(status, headers).end();

export const createWebhook = (person: TestPerson, change: object = {}) =>
  person.call('POST', '/users/webhooks', { url: 'https://example.com/hook', events: ['device.online'], password: PASSWORD, ...change });

export async function aWebhook(
  person: TestPerson,
  url: string,
  events: readonly WebhookEvent[] = ['device.online'],
): Promise<WebhookWithSecret> {
  const response = await createWebhook(person, { url, events });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ result: WebhookWithSecret }>().result;
}

export const getSender = (test: TestApp) => test.modules.getApi(webhooksModule).sender;

/** Sends all due deliveries, and waits for the results. */
export async function sendDueDeliveries(test: TestApp): Promise<void> {
  await test.runWorkerTasks('webhooks.send');
  await getSender(test).idle();
}

export const listDeliveries = async (person: TestPerson, webhookId: string): Promise<WebhookDelivery[]> =>
  (await person.call('GET', `/users/webhooks/${webhookId}/deliveries`)).json<{ result: WebhookDelivery[] }>().result;
