import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../demo/random.ts';
import { readCall, type StoreCall } from './store-calls.ts';

/** Faults that hit a share of the requests: connections are cut before or during a response, responses are late, or the store reports that it is overloaded. */
export type Mood = 'cut' | 'slow' | 'busy';
/** Whether the fault happens before the store receives a request or after it has executed it. */
export type Moment = 'before' | 'after';
type Watch = (call: StoreCall, moment: Moment) => Promise<void>;

const SLOW_MS = 1500;
const CUT_AFTER_BYTES = 200_000;
const BUSY =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';

/** A port that leads to an object store, where calls go wrong as told and can be waited for. */
export class StoreGate {
  readonly address: string;
  /** Called for every request, which waits until it returns. */
  watch: Watch | undefined;
  #target: URL;
  #random: Random;
  #server: http.Server;
  #agent = new http.Agent({ keepAlive: true, maxSockets: 128 });
  #trouble: { mood: Mood; share: number } | undefined;

  private constructor(endpoint: string, port: number, random: Random) {
    this.address = `127.0.0.1:${port}`;
    this.#target = new URL(endpoint);
    this.#random = random;
    this.#server = http.createServer((request, response) => void this.#take(request, response));
  }

  static async open(endpoint: string, port: number, random: Random): Promise<StoreGate> {
    const gate = new StoreGate(endpoint, port, random);
    await new Promise<void>((resolve) => gate.#server.listen(port, '127.0.0.1', resolve));
    return gate;
  }

  /** From now on, for this share of the calls. */
  trouble(mood: Mood, share: number): void {
    this.#trouble = { mood, share };
  }

  heal(): void {
    this.#trouble = undefined;
    this.watch = undefined;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#agent.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A process that is killed during a request closes the connection, which is part of the test.
    for (const stream of [request, response]) stream.on('error', () => undefined);
    const trouble = this.#trouble;
    const isHit = trouble !== undefined && this.#random.next() < trouble.share;
    const mood = isHit ? trouble.mood : undefined;
    if (mood === 'busy') return refuse(request, response);
    if (mood === 'slow') await sleep(this.#random.whole(100, SLOW_MS));
    const cutAfterBytes = mood === 'cut' ? this.#random.whole(-CUT_AFTER_BYTES, CUT_AFTER_BYTES) : Infinity;
    if (cutAfterBytes < 0) return void request.socket.destroy();
    const call = readCall(request);
    await this.watch?.(call, 'before');
    if (request.socket.destroyed) return;
    this.#pass(request, response, { call, cutAfterBytes });
  }

  #pass(request: IncomingMessage, response: ServerResponse, { call, cutAfterBytes }: { call: StoreCall; cutAfterBytes: number }): void {
    // Node has answered `Expect` itself.
    const { expect: _, ...headers } = request.headers;
    const { hostname, port } = this.#target;
    const asked = http.request({ hostname, port, method: request.method, path: request.url, headers, agent: this.#agent });
    asked.on('error', () => response.destroy());
    asked.on('response', async (answer) => {
      await this.watch?.(call, 'after');
      // The client has disconnected, but the store has executed the request.
      if (response.destroyed) return void answer.destroy();
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      let sentBytes = 0;
      answer.on('data', (bytes: Buffer) => {
        sentBytes += bytes.length;
        if (sentBytes > cutAfterBytes) request.socket.destroy();
      });
      pipeline(answer, response, () => undefined);
    });
    if (request.destroyed) asked.destroy();
    else pipeline(request, asked, () => undefined);
  }
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(503, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(BUSY) }).end(BUSY);
}
