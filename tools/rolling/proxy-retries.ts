import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { startNginx } from '../faults/cells/nginx.ts';
import { findPorts } from '../faults/cells/ports.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
type Method = (typeof METHODS)[number];
const REQUESTS = 4;

/** A server in place of a process. */
interface FakeProcess {
  port: number;
  /** Methods of the requests that it received. */
  received: string[];
  close(): Promise<void>;
}

interface Outcome {
  statuses: number[];
  /** Requests that reached the process that fails. */
  failed: string[];
  /** Requests that reached the other process. */
  served: string[];
}

/**
 * Checks that nginx, with the configuration that we ship, repeats each request whose connection was refused, and that it repeats a request that a process
 * has received only if its method is safe.
 */
export async function checkRetries(): Promise<void> {
  for (const method of METHODS) {
    const refused = await sendAll(method, async (port) => ({ port, received: [], close: async () => undefined }));
    assert.deepEqual(refused.statuses, Array(REQUESTS).fill(200), `${method} to a process that refuses connections`);
    assert.deepEqual(refused.served, Array(REQUESTS).fill(method));

    const { statuses, failed, served } = await sendAll(method, openFailing);
    assert.ok(failed.length > 0, `no ${method} reached the process that fails`);
    assert.deepEqual([...new Set([...failed, ...served])], [method]);
    const isRepeated = method === 'GET';
    assert.equal(failed.length + served.length, isRepeated ? REQUESTS + failed.length : REQUESTS, `${method} was repeated`);
    assert.equal(statuses.filter((status) => status === 502).length, isRepeated ? 0 : failed.length);
  }
}

/** Sends requests of this method to two processes, one of which fails. A new nginx has no record of earlier failures. */
async function sendAll(method: Method, openFirst: (port: number) => Promise<FakeProcess>): Promise<Outcome> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-retries-'));
  const [port = 0, changesPort = 0, firstPort = 0, secondPort = 0] = await findPorts(4);
  const first = await openFirst(firstPort);
  const second = await openServing(secondPort);
  const stopNginx = await startNginx({ folder, port, changesPort, processes: [firstPort, secondPort], store: '127.0.0.1:9' });
  try {
    const statuses: number[] = [];
    for (let count = 0; count < REQUESTS; count++) {
      const body = method === 'GET' || method === 'DELETE' ? null : JSON.stringify({ count });
      statuses.push((await fetch(`http://127.0.0.1:${port}/api/albums`, { method, body })).status);
    }
    return { statuses, failed: first.received, served: second.received };
  } finally {
    await stopNginx();
    await first.close();
    await second.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads each request and closes its connection, as a process does that is killed before it responds. */
async function openFailing(port: number): Promise<FakeProcess> {
  const received: string[] = [];
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes: Buffer) => {
      received.push(bytes.toString('latin1').split(' ', 1)[0] ?? '');
      socket.destroy();
    });
  });
  return listen(server, port, received);
}

async function openServing(port: number): Promise<FakeProcess> {
  const received: string[] = [];
  const server = http.createServer((request, response) => {
    received.push(request.method ?? '');
    request.resume().on('end', () => response.end());
  });
  return listen(server, port, received);
}

async function listen(server: net.Server, port: number, received: string[]): Promise<FakeProcess> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, received, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
