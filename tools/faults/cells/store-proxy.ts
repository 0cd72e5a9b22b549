import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../demo/random.ts';
import { readCall, type StoreCall } from './store-calls.ts';

/** Faults that hit a share of the requests: connections are cut before or during a response, responses are late, or the store reports that it is overloaded. */
export type StoreFault = 'cut' | 'slow' | 'busy';
/** Moment of the fault: before the store receives a request, or after it has executed the request. */
export type Moment = 'before' | 'after';
type CallHook = (call: StoreCall, moment: Moment) => Promise<void>;

const SLOW_MS = 1500;
const CUT_AFTER_BYTES = 200_000;
const BUSY =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';

/** HTTP proxy in front of the object store that can inject faults and observe requests. */
export class StoreProxy {
  readonly address: string;
  /** Runs for every request, which waits for the returned promise. */
  onCall: CallHook | undefined;
  #target: URL;
  #random: Random;
  #server: http.Server;
  #agent = new http.Agent({ keepAlive: true, maxSockets: 128 });
  #fault: { fault: StoreFault; share: number } | undefined;

  private constructor(endpoint: string, port: number, random: Random) {
    this.address = `127.0.0.1:${port}`;
    this.#target = new URL(endpoint);
    this.#random = random;
    this.#server = http.createServer((request, response) => void this.#handle(request, response));
  }

  static async open(endpoint: string, port: number, random: Random): Promise<StoreProxy> {
    const proxy = new StoreProxy(endpoint, port, random);
    await new Promise<void>((resolve) => proxy.#server.listen(port, '127.0.0.1', resolve));
    return proxy;
  }

  /** Injects the fault into this share of the following requests. */
  injectFault(fault: StoreFault, share: number): void {
    this.#fault = { fault, share };
  }

  heal(): void {
    this.#fault = undefined;
    this.onCall = undefined;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#agent.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A process that is killed during a request closes the connection, which is part of the test.
    for (const stream of [request, response]) stream.on('error', () => undefined);
    const active = this.#fault;
    const isAffected = active !== undefined && this.#random.next() < active.share;
    const fault = isAffected ? active.fault : undefined;
    if (fault === 'busy') return refuse(request, response);
    if (fault === 'slow') await sleep(this.#random.whole(100, SLOW_MS));
    const cutAfterBytes = fault === 'cut' ? this.#random.whole(-CUT_AFTER_BYTES, CUT_AFTER_BYTES) : Infinity;
    if (cutAfterBytes < 0) return void request.socket.destroy();
    const call = readCall(request);
    await this.onCall?.(call, 'before');
    if (request.socket.destroyed) return;
    this.#forward(request, response, { call, cutAfterBytes });
  }

  #forward(request: IncomingMessage, response: ServerResponse, { call, cutAfterBytes }: { call: StoreCall; cutAfterBytes: number }): void {
    // Node has already responded to `Expect`.
    const { expect: _, ...headers } = request.headers;
    const { hostname, port } = this.#target;
    const forwarded = http.request({ hostname, port, method: request.method, path: request.url, headers, agent: this.#agent });
    forwarded.on('error', () => response.destroy());
    forwarded.on('response', async (upstream) => {
      await this.onCall?.(call, 'after');
      // The client has disconnected, but the store has executed the request.
      if (response.destroyed) return void upstream.destroy();
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      let sentBytes = 0;
      upstream.on('data', (bytes: Buffer) => {
        sentBytes += bytes.length;
        if (sentBytes > cutAfterBytes) request.socket.destroy();
      });
      pipeline(upstream, response, () => undefined);
    });
    if (request.destroyed) forwarded.destroy();
    else pipeline(request, forwarded, () => undefined);
  }
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(503, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(BUSY) }).end(BUSY);
}
