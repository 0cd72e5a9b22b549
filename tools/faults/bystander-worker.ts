/** Thread that sends the bystander's requests between the messages `start` and `stop`, then posts their latency. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { listRenditionQueries } from './rendition-queries.ts';

const INTERVAL_MS = 50;

export interface LatencyRequest {
  origin: string;
  token: string;
  albumId: string;
  photoKeys: readonly string[];
}

/** Latency of the other user's requests, from sending the request to the last byte of its response. */
export interface Latency {
  requests: number;
  p95Ms: number;
  p99Ms: number;
  /** Number of responses by status; 0 is a broken connection. */
  statuses: Record<number, number>;
  /** True when every 503 had a Retry-After header. */
  hasRetryAfter: boolean;
}

interface TimedResponse {
  ms: number;
  status: number;
  hasRetryAfter: boolean;
}

const { origin, token, albumId, photoKeys } = workerData as LatencyRequest;
const renditions = listRenditionQueries(photoKeys, 'inside');
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

const request = [
  () => send('/albums'),
  () => send(`/medias/${albumId}`),
  () => {
    const { value } = renditions.next();
    if (!value) throw new Error('Every rendition was requested. Upload more photos.');
    return send(`/uploads?${value}`);
  },
];

/** Twenty requests a second, whether or not earlier ones were answered: albums, one album's media and a rendition that has to be rendered. */
async function measureUntilStopped(): Promise<Latency> {
  let isStopped = false;
  parentPort?.once('message', () => (isStopped = true));
  const requests: Promise<TimedResponse>[] = [];
  while (!isStopped) {
    const sendNext = request[requests.length % request.length];
    if (sendNext) requests.push(sendNext());
    await sleep(INTERVAL_MS);
  }
  return summarize(await Promise.all(requests));
}

function send(path: string): Promise<TimedResponse> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const resolveWith = (status: number, hasRetryAfter = false) => resolve({ ms: performance.now() - startedAt, status, hasRetryAfter });
    http
      .get(`${origin}/api${path}`, { agent, headers: { authorization: token } }, (response) => {
        response.resume().once('end', () => resolveWith(response.statusCode ?? 0, response.headers['retry-after'] !== undefined));
      })
      .once('error', () => resolveWith(0));
  });
}

function summarize(responses: TimedResponse[]): Latency {
  const sorted = responses.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const percentile = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  const statuses: Record<number, number> = {};
  for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    requests: responses.length,
    p95Ms: percentile(0.95),
    p99Ms: percentile(0.99),
    statuses,
    hasRetryAfter: responses.every(({ status, hasRetryAfter }) => status !== 503 || hasRetryAfter),
  };
}

function awaitStart(): void {
  parentPort?.once('message', async () => {
    parentPort?.postMessage(await measureUntilStopped());
    awaitStart();
  });
}

awaitStart();
