/**
 * Targets of webhooks in a separate thread, so that their work does not delay the requests that the bench measures. Addresses that start with `/away` respond
 * with 503 until the bench posts `repaired`. Every message from the bench is answered by the ids that were accepted and the number of requests.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

export interface ReceiverCounts {
  requests: number;
  acceptedIds: number;
}

const accepted = new Set<string>();
let requests = 0;
let isRepaired = false;

const server = createServer((request, response) => {
  requests++;
  request.resume();
  request.on('end', () => {
    const isAway = request.url?.startsWith('/away') === true && !isRepaired;
    if (!isAway) accepted.add(String(request.headers['webhook-id']));
    response.writeHead(isAway ? 503 : 204).end();
  });
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));

parentPort?.on('message', (message: 'count' | 'repaired') => {
  if (message === 'repaired') isRepaired = true;
  parentPort?.postMessage({ requests, acceptedIds: accepted.size } satisfies ReceiverCounts);
});
