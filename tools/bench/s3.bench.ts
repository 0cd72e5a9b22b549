/** Measures files in an object store: 1 GB uploaded, compared with the store alone; cached images and ranges of a video, compared with a local folder. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { TUS_PATH } from '@vitrine/contract';
// @ts-expect-error autocannon brings no types
import autocannon from 'autocannon';
import { PART_BYTES } from '../../apps/server/src/platform/storage/object-store.ts';
import { createS3ObjectStore } from '../../apps/server/src/platform/storage/s3-objects.ts';
import type { S3Settings } from '../../apps/server/src/platform/storage/s3-settings.ts';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { type BenchResult, createMinimumResult } from './figures.ts';
import { startStore } from './s3-store.ts';
import { runInterleaved, seconds } from './server/bench-server.ts';
import { BIG_BYTES, generateBigFile } from './server/big-file.ts';

const ROUNDS = 3;
const READ_ROUNDS = 5;
const READ_S = 4;
const CONNECTIONS = 20;
/** Same number of concurrent parts per upload as in the product. */
const PARTS_AT_ONCE = 3;
const RANGE = 'bytes=1000000-1999999';
/** Without a worker, because the processing of uploads is not measured. */
const ROLES = { ROLES: 'api,live' };

export async function run(): Promise<BenchResult[]> {
  const store = await startStore();
  const [bucket, folder] = [await Product.start({ ...ROLES, ...store.env }), await Product.start(ROLES)];
  try {
    const [ours, peer] = [await ApiPerson.create(bucket, 'bucket@example.com'), await ApiPerson.create(folder, 'folder@example.com')];
    return [await uploads(ours, store.settings), ...(await reads(ours, peer))];
  } finally {
    await bucket.remove();
    await folder.remove();
    await store.stop();
  }
}

/** Compares upload rates in MB/s. The product responds after the row is inserted. Both figures include the client and the store. */
async function uploads(person: ApiPerson, settings: S3Settings): Promise<BenchResult> {
  const megabytes = BIG_BYTES / 1e6;
  const { ours, peer } = await runInterleaved(
    ROUNDS,
    async (round) => megabytes / (await seconds(() => sendToProduct(person, round))),
    async (round) => megabytes / (await seconds(() => sendToStore(settings, `bare-${round}`))),
  );
  return createMinimumResult('1 GB uploaded to the product vs. directly to the store', ours, peer, 'MB/s', 0.7);
}

async function sendToProduct(person: ApiPerson, round: number): Promise<void> {
  const { origin } = person.product;
  const album = await person.album(`Round ${round}`);
  const metadata = `filename ${btoa('big.mp4')},albumId ${btoa(album._id)}`;
  const headers = { authorization: person.token, 'tus-resumable': '1.0.0' };
  const creationHeaders = { ...headers, 'upload-length': String(BIG_BYTES), 'upload-metadata': metadata };
  const url = (await fetch(`${origin}${TUS_PATH}`, { method: 'POST', headers: creationHeaders })).headers.get('location') ?? '';
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'content-length': String(BIG_BYTES) };
  // The streams of `fetch` would take too much processor time from the server.
  const request = http.request(new URL(url, origin), { method: 'PATCH', headers: { ...headers, ...type } });
  const responded = once(request, 'response');
  await pipeline(Readable.from(generateBigFile(`round ${round}`), { objectMode: false }), request);
  const [response] = (await responded) as [http.IncomingMessage];
  if (response.statusCode !== 204) throw new Error(`${response.statusCode} ${await text(response)}`);
  response.resume();
}

/** Uploads with AWS's client and the same part size, with the MD5 of each part and the SHA-256 of the file, which the product computes as well. */
async function sendToStore(settings: S3Settings, key: string): Promise<void> {
  const objects = createS3ObjectStore(settings);
  const upload = await objects.startMultipartUpload(key);
  const hash = createHash('sha256');
  const tags: string[] = [];
  const running = new Set<Promise<void>>();
  for (const part of generateParts(hash)) {
    const index = tags.push('') - 1;
    const task: Promise<void> = objects
      .putPart(key, upload, index + 1, part)
      .then((tag) => void (tags[index] = tag))
      .finally(() => running.delete(task));
    running.add(task);
    if (running.size >= PARTS_AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  await objects.completeMultipartUpload(key, upload, tags, BIG_BYTES);
  objects.close();
}

function* generateParts(hash: ReturnType<typeof createHash>): Generator<Buffer> {
  let part = Buffer.allocUnsafe(PART_BYTES);
  let filled = 0;
  for (const chunk of generateBigFile('bare')) {
    hash.update(chunk);
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(part, filled, at);
      at += copied;
      filled += copied;
      if (filled < PART_BYTES) continue;
      yield part;
      part = Buffer.allocUnsafe(PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** Compares the rates of complete responses in requests per second. Both figures include the client, and the store if there is one. */
async function reads(ours: ApiPerson, peer: ApiPerson): Promise<BenchResult[]> {
  const measureRate = async (person: ApiPerson, url: string, headers: Record<string, string> = {}): Promise<number> => {
    const requestOptions = { url: `${person.product.origin}/api${url}`, headers: { authorization: person.token, ...headers } };
    const { requests, non2xx, errors } = await autocannon({ ...requestOptions, connections: CONNECTIONS, duration: READ_S, workers: 1 });
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests for ${url} failed`);
    return requests.average;
  };
  const results: BenchResult[] = [];
  for (const { name, urlOf, headers } of await createReadCases()) {
    const [oursUrl, peerUrl] = [await urlOf(ours), await urlOf(peer)];
    const rates = await runInterleaved(
      READ_ROUNDS,
      () => measureRate(ours, oursUrl, headers),
      () => measureRate(peer, peerUrl, headers),
    );
    results.push(createMinimumResult(`${name}: object store vs. folder`, rates.ours, rates.peer, 'requests/s', 0.8));
  }
  return results;
}

interface ReadCase {
  name: string;
  headers: Record<string, string>;
  urlOf(person: ApiPerson): Promise<string>;
}

async function createReadCases(): Promise<ReadCase[]> {
  const [photo, film] = [await aJpeg({ width: 1600, height: 1200 }), Buffer.concat([...takeBytes(generateBigFile('film'), 40_000_000)])];
  return [
    {
      name: 'cached images',
      headers: {},
      async urlOf(person: ApiPerson) {
        const url = `/uploads?key=${(await person.upload('photo.jpg', photo)).key}&width=320`;
        await (await person.bytes(url)).arrayBuffer();
        return url;
      },
    },
    {
      name: 'ranges of 1 MB of a video',
      headers: { range: RANGE },
      urlOf: async (person: ApiPerson) => `/uploads/media/download/?key=${(await person.upload('film.mp4', film)).key}`,
    },
  ];
}

function* takeBytes(chunks: Iterable<Buffer>, bytes: number): Generator<Buffer> {
  let sent = 0;
  for (const chunk of chunks) {
    if (sent >= bytes) return;
    sent += chunk.length;
    yield chunk;
  }
}
