/** Thread that sends the bystander's requests between the messages `start` and `stop`, then posts their latency. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 50;

export interface LatencyRequest {
  origin: string;
  token: string;
  paths: readonly string[];
}

/** Latency of the other user's requests, from sending the request to the last byte of its response. */
export interface Latency {
  requests: number;
  p95Ms: number;
  p99Ms: number;
  /** Number of responses by status; 0 is a broken connection. */
  statuses: Record<number, number>;
  /** True when every 503 had a Retry-After header. */
  saysWhen: boolean;
}

interface Answer {
  ms: number;
  status: number;
  saysWhen: boolean;
}

const { origin, token, paths } = workerData as LatencyRequest;
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** Twenty requests a second, whether or not earlier ones were answered: albums, one album's media and a rendition in a new size. */
async function measureUntilStopped(): Promise<Latency> {
  let isStopped = false;
  parentPort?.once('message', () => (isStopped = true));
  const sent: Promise<Answer>[] = [];
  while (!isStopped) {
    const path = paths[sent.length % paths.length] ?? '';
    // A new size each time, because a rendition that exists already is served without decoding.
    sent.push(send(path.includes('?') ? `${path}&width=${100 + (sent.length % 400)}` : path));
    await sleep(EVERY_MS);
  }
  return summarize(await Promise.all(sent));
}

function send(path: string): Promise<Answer> {
  const from = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, saysWhen = false) => resolve({ ms: performance.now() - from, status, saysWhen });
    http
      .get(`${origin}/api${path}`, { agent, headers: { authorization: token } }, (answer) => {
        answer.resume().once('end', () => end(answer.statusCode ?? 0, answer.headers['retry-after'] !== undefined));
      })
      .once('error', () => end(0));
  });
}

function summarize(answers: Answer[]): Latency {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const percentile = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    requests: answers.length,
    p95Ms: percentile(0.95),
    p99Ms: percentile(0.99),
    statuses,
    saysWhen: answers.every(({ status, saysWhen }) => status !== 503 || saysWhen),
  };
}

function awaitStart(): void {
  parentPort?.once('message', async () => {
    parentPort?.postMessage(await measureUntilStopped());
    awaitStart();
  });
}

awaitStart();
