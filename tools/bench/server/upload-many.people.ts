/** Simulated users of `upload-many` in threads, so that their processor time does not count for the server. */
import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { TUS_PATH } from '@vitrine/contract';

export interface ClientTask {
  does: 'upload' | 'look';
  port: number;
  token: string;
  albumId: string;
  photos: Uint8Array[];
  count: number;
  connections: number;
}

/** Often enough for a p99 and seldom enough that looking is not a part of what is measured. */
const PROBE_EVERY_MS = 500;
const SUFFIX_BYTES = 8;
const { does, port, token, albumId, photos, count, connections } = workerData as ClientTask;
const agent = new http.Agent({ keepAlive: true });

function ask(method: string, path: string, headers: http.OutgoingHttpHeaders = {}, body: Uint8Array[] = []): Promise<http.IncomingMessage> {
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
  const created = await ask('POST', TUS_PATH, { 'upload-length': length, 'upload-metadata': metadata });
  const headers = { 'upload-offset': 0, 'content-type': 'application/offset+octet-stream' };
  const done = await ask('PATCH', created.headers.location ?? '', headers, parts);
  if (!done.headers['x-media-id']) throw new Error(`An upload was refused: ${done.statusCode}`);
}

async function uploadAll(): Promise<void> {
  let next = 0;
  const take = async () => {
    for (let at = next++; at < count; at = next++) await upload(at);
  };
  await Promise.all(Array.from({ length: connections }, take));
}

/** Requests the album again and again until told to stop. Returns the duration of each request, in milliseconds. */
async function look(): Promise<number[]> {
  const took: number[] = [];
  let isOn = true;
  parentPort?.once('message', () => (isOn = false));
  while (isOn) {
    const start = performance.now();
    await ask('GET', `/api/medias/${albumId}?dataPerPage=50`);
    took.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
  }
  return took;
}

const outcome = does === 'upload' ? await uploadAll() : await look();
agent.destroy();
parentPort?.postMessage(outcome ?? []);
