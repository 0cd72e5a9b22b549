import { writeFile } from 'node:fs/promises';
import path from 'node:path';
// @ts-expect-error autocannon brings no types
import autocannon from 'autocannon';
import sharp from 'sharp';
import {
  type BenchResult,
  type BenchServer,
  createMaximumResult,
  createMinimumResult,
  runInterleaved,
  seconds,
  startBenchServer,
} from './lab.ts';

const ROUNDS = 5;
const PICTURES = 12;
/** As many as the server decodes at a time. */
const PARALLEL = 2;
/** As a browser does, the client keeps a few more requests open, so that no decoder waits for the next question. */
const OPEN_REQUESTS = 4;
const WIDTH = 1280;
const SECONDS = 4;

/** Uncached resizes against sharp alone; a hundred identical requests; cached hits against a static file. */
export async function run(): Promise<BenchResult[]> {
  const lab = await startBenchServer((app, folder) => {
    app.get('/bench-static', { config: { access: 'public' } }, (_request, reply) => reply.sendFile('static.jpg', folder));
  });
  const folder = lab.dataDir;
  try {
    const photo = await aCameraPhoto();
    const file = path.join(folder, 'photo.jpg');
    await writeFile(file, photo);
    const small = await sharp(photo).resize(320).jpeg({ quality: 85 }).toBuffer();
    await writeFile(path.join(folder, 'static.jpg'), small);
    const origin = await lab.app.listen({ port: 0, host: '127.0.0.1' });
    const get = async (key: string, width: number) => {
      const answer = await fetch(`${origin}/api/uploads?key=${key}&width=${width}`, { headers: { authorization: lab.token } });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
    };
    return [await uncached(lab, photo, file, get), await identical(lab, photo, get), await cached(lab, photo, origin, get)];
  } finally {
    await lab.close();
  }
}

type Get = (key: string, width: number) => Promise<void>;

/** Twelve megapixels with the noise of a sensor, as large as photos are. */
const aCameraPhoto = () =>
  sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 25 } } })
    .jpeg({ quality: 80 })
    .toBuffer();

async function upload(lab: BenchServer, photo: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  const encoded = new Response(form);
  const headers = { authorization: lab.token, 'content-type': encoded.headers.get('content-type') ?? '' };
  const answer = await lab.app.inject({ method: 'POST', url: '/api/uploads', headers, payload: Buffer.from(await encoded.arrayBuffer()) });
  return answer.json<{ result: [{ key: string }] }>().result[0].key;
}

async function inParallel<T>(lanes: number, items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function uncached(lab: BenchServer, photo: Buffer, file: string, get: Get): Promise<BenchResult> {
  const keys: string[] = [];
  for (let count = 0; count < PICTURES * ROUNDS; count++) keys.push(await upload(lab, photo));
  sharp.concurrency(1);
  sharp.cache(false);
  const bare = (at: number) =>
    sharp(file, { autoOrient: true })
      .resize(WIDTH, undefined, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 85 })
      .toFile(`${file}.${at}`);
  const numbers = Array.from({ length: PICTURES }, (_, at) => at);
  const result = await runInterleaved(
    ROUNDS,
    async (round) =>
      PICTURES /
      (await seconds(() => inParallel(OPEN_REQUESTS, keys.slice(round * PICTURES, (round + 1) * PICTURES), (key) => get(key, WIDTH)))),
    async () => PICTURES / (await seconds(() => inParallel(PARALLEL, numbers, bare))),
  );
  return createMinimumResult('uncached renditions against sharp alone', result.ours, result.peer, 'pictures/s', 0.9);
}

async function identical(lab: BenchServer, photo: Buffer, get: Get): Promise<BenchResult> {
  const key = await upload(lab, photo);
  const before = lab.renders();
  await Promise.all(Array.from({ length: 100 }, () => get(key, WIDTH)));
  return createMaximumResult('decodes for 100 identical requests at once', lab.renders() - before, 1, 'decodes', 1);
}

async function cached(lab: BenchServer, photo: Buffer, origin: string, get: Get): Promise<BenchResult> {
  const key = await upload(lab, photo);
  await get(key, 320);
  const headers = { authorization: lab.token };
  const fire = async (url: string): Promise<number> =>
    (await autocannon({ url, headers, connections: 20, duration: SECONDS, workers: 1 })).requests.average;
  const result = await runInterleaved(
    ROUNDS,
    () => fire(`${origin}/api/uploads?key=${key}&width=320`),
    () => fire(`${origin}/bench-static`),
  );
  return createMinimumResult('cached hits against a static file', result.ours, result.peer, 'requests/s', 0.5);
}
