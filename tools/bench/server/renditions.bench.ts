import { writeFile } from 'node:fs/promises';
import path from 'node:path';
// @ts-expect-error autocannon brings no types
import autocannon from 'autocannon';
import sharp from 'sharp';
import { type BenchResult, createMaximumResult, createMinimumResult } from '../figures.ts';
import { type BenchServer, runInterleaved, seconds, startBenchServer } from './bench-server.ts';

const ROUNDS = 5;
const PHOTOS = 12;
/** Number of images that the server decodes concurrently. */
const DECODERS = 2;
/** Concurrent requests of the client: more than decoders, so that none of them is idle. */
const OPEN_REQUESTS = 4;
const WIDTH = 1280;
const SECONDS = 4;

/** Compares uncached resizes with sharp alone and cached hits with a static file, and counts the decodes for a hundred identical requests. */
export async function run(): Promise<BenchResult[]> {
  const bench = await startBenchServer((app, folder) => {
    app.get('/bench-static', { config: { access: 'public' } }, (_request, reply) => reply.sendFile('static.jpg', folder));
  });
  const folder = bench.dataDir;
  try {
    const photo = await createCameraPhoto();
    const file = path.join(folder, 'photo.jpg');
    await writeFile(file, photo);
    const small = await sharp(photo).resize(320).jpeg({ quality: 85 }).toBuffer();
    await writeFile(path.join(folder, 'static.jpg'), small);
    const origin = await bench.app.listen({ port: 0, host: '127.0.0.1' });
    const get = async (key: string, width: number) => {
      const response = await fetch(`${origin}/api/uploads?key=${key}&width=${width}`, { headers: { authorization: bench.token } });
      if (!response.ok) throw new Error(await response.text());
      await response.arrayBuffer();
    };
    return [
      await benchUncached(bench, photo, file, get),
      await benchIdentical(bench, photo, get),
      await benchCached(bench, photo, origin, get),
    ];
  } finally {
    await bench.close();
  }
}

type Get = (key: string, width: number) => Promise<void>;

/** Creates a photo of twelve megapixels with sensor noise, which makes its file as large as a real photo. */
const createCameraPhoto = () =>
  sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 25 } } })
    .jpeg({ quality: 80 })
    .toBuffer();

async function upload(bench: BenchServer, photo: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  const encoded = new Response(form);
  const headers = { authorization: bench.token, 'content-type': encoded.headers.get('content-type') ?? '' };
  const response = await bench.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers,
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return response.json<{ result: [{ key: string }] }>().result[0].key;
}

async function inParallel<T>(concurrency: number, items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const remaining = [...items];
  const lane = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}

async function benchUncached(bench: BenchServer, photo: Buffer, file: string, get: Get): Promise<BenchResult> {
  const keys: string[] = [];
  for (let count = 0; count < PHOTOS * ROUNDS; count++) keys.push(await upload(bench, photo));
  sharp.concurrency(1);
  sharp.cache(false);
  const renderBare = (at: number) =>
    sharp(file, { autoOrient: true })
      .resize(WIDTH, undefined, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 85 })
      .toFile(`${file}.${at}`);
  const numbers = Array.from({ length: PHOTOS }, (_, at) => at);
  const result = await runInterleaved(
    ROUNDS,
    async (round) =>
      PHOTOS / (await seconds(() => inParallel(OPEN_REQUESTS, keys.slice(round * PHOTOS, (round + 1) * PHOTOS), (key) => get(key, WIDTH)))),
    async () => PHOTOS / (await seconds(() => inParallel(DECODERS, numbers, renderBare))),
  );
  return createMinimumResult('uncached renditions vs. sharp alone', result.ours, result.peer, 'images/s', 0.9);
}

async function benchIdentical(bench: BenchServer, photo: Buffer, get: Get): Promise<BenchResult> {
  const key = await upload(bench, photo);
  const before = bench.renders();
  await Promise.all(Array.from({ length: 100 }, () => get(key, WIDTH)));
  return createMaximumResult('decodes for 100 identical concurrent requests', bench.renders() - before, 1, 'decodes', 1);
}

async function benchCached(bench: BenchServer, photo: Buffer, origin: string, get: Get): Promise<BenchResult> {
  const key = await upload(bench, photo);
  await get(key, 320);
  const headers = { authorization: bench.token };
  const measureRate = async (url: string): Promise<number> =>
    (await autocannon({ url, headers, connections: 20, duration: SECONDS, workers: 1 })).requests.average;
  const result = await runInterleaved(
    ROUNDS,
    () => measureRate(`${origin}/api/uploads?key=${key}&width=320`),
    () => measureRate(`${origin}/bench-static`),
  );
  return createMinimumResult('cached hits vs. a static file', result.ours, result.peer, 'requests/s', 0.5);
}
