import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { BenchServer } from './bench-server.ts';

export interface RequestTimer {
  /** Sends `count` requests for a path one after the other. Returns the duration of each, in milliseconds. */
  times(path: string, count: number): Promise<number[]>;
  close(): Promise<void>;
}

interface Task {
  path: string;
  count: number;
}

/**
 * Starts a thread that sends requests over one open connection, as a browser does. A time runs from the request until the last byte of the response. Garbage
 * collection in the thread does not delay the server.
 */
export async function startRequestTimer({ app, token }: Pick<BenchServer, 'app' | 'token'>): Promise<RequestTimer> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, token } });
  return {
    async times(path, count) {
      worker.postMessage({ path, count } satisfies Task);
      const [response] = (await once(worker, 'message')) as [number[] | string];
      if (typeof response === 'string') throw new Error(response);
      return response;
    },
    async close() {
      await worker.terminate();
    },
  };
}

function sendRequest(agent: http.Agent, path: string): Promise<void> {
  const { port, token } = workerData as { port: number; token: string };
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent, headers: { authorization: token } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode} for ${path}`));
      response.resume().once('end', resolve).once('error', reject);
    });
    request.once('error', reject);
  });
}

async function timeRequests({ path, count }: Task): Promise<number[]> {
  const durations: number[] = [];
  while (durations.length < count) {
    const start = performance.now();
    await sendRequest(agent, path);
    durations.push(performance.now() - start);
  }
  return durations;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
if (!isMainThread)
  parentPort?.on('message', (task: Task) => {
    timeRequests(task).then(
      (times) => parentPort?.postMessage(times),
      (error: Error) => parentPort?.postMessage(error.message),
    );
  });
