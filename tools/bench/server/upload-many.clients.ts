/** Simulated users of `upload-many` in threads, so that their processor time does not count for the server. */
import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { TUS_PATH } from '@vitrine/contract';

export interface ClientTask {
  role: 'upload' | 'probe';
  port: number;
  token: string;
  albumId: string;
  photos: Uint8Array[];
  count: number;
  connections: number;
}

/** Frequent enough for a p99, and too rare to affect the result. */
const PROBE_EVERY_MS = 500;
const SUFFIX_BYTES = 8;
const { role, port, token, albumId, photos, count, connections } = workerData as ClientTask;
const agent = new http.Agent({ keepAlive: true });

function sendRequest(
  method: string,
  path: string,
  headers: http.OutgoingHttpHeaders = {},
  body: Uint8Array[] = [],
): Promise<http.IncomingMessage> {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  const all = { authorization: token, 'tus-resumable': '1.0.0', 'content-length': length, ...headers };
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, port, host: '127.0.0.1', method, path, headers: all }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response))
        .on('error', reject);
    });
    request.on('error', reject);
    for (const part of body) request.write(part);
    request.end();
  });
}

/** Uses different bytes for each number. Bytes after the end of a JPEG do not belong to the image. */
async function upload(at: number): Promise<void> {
  const parts = [photos[at % photos.length] ?? new Uint8Array(), Buffer.from(String(at).padStart(SUFFIX_BYTES, '0'))];
  const metadata = `filename ${btoa('photo.jpg')},albumId ${btoa(albumId)}`;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const created = await sendRequest('POST', TUS_PATH, { 'upload-length': length, 'upload-metadata': metadata });
  const headers = { 'upload-offset': 0, 'content-type': 'application/offset+octet-stream' };
  const done = await sendRequest('PATCH', created.headers.location ?? '', headers, parts);
  if (!done.headers['x-media-id']) throw new Error(`An upload failed: ${done.statusCode}`);
}

async function uploadAll(): Promise<void> {
  let next = 0;
  const uploadInLane = async () => {
    for (let at = next++; at < count; at = next++) await upload(at);
  };
  await Promise.all(Array.from({ length: connections }, uploadInLane));
}

/** Requests the album repeatedly until the message `stop`. Returns the duration of each request, in milliseconds. */
async function probe(): Promise<number[]> {
  const durations: number[] = [];
  let isRunning = true;
  parentPort?.once('message', () => (isRunning = false));
  while (isRunning) {
    const start = performance.now();
    await sendRequest('GET', `/api/medias/${albumId}?dataPerPage=50`);
    durations.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
  }
  return durations;
}

const result = role === 'upload' ? await uploadAll() : await probe();
agent.destroy();
parentPort?.postMessage(result ?? []);
