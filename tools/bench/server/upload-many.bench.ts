import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type BenchResult, createMaximumResult, createMinimumResult, quantile } from '../figures.ts';
import { type BenchServer, createAlbum, seconds, startBenchServer } from './bench-server.ts';
import type { ClientTask } from './upload-many.clients.ts';
import {
  createBaselineCopies,
  createPhonePhoto,
  createProductCopies,
  type MakeCopies,
  processPhotoBaseline,
} from './upload-many.photos.ts';

const COUNT = Number(process.env['UPLOAD_MANY_COUNT'] ?? 1000);
const CONNECTIONS = 4;
const DISTINCT = 8;
/** Number of images that the server decodes concurrently. */
const DECODERS = Math.min(2, os.availableParallelism());
/** Photos per baseline run. Baselines run before and after ours, so that a change in the machine's speed favors neither side. */
const BASELINE_COUNT = Math.ceil(COUNT / 4);
/** Interval between counts of the unprocessed photos, long enough not to affect the result. */
const READY_POLL_MS = 500;

/**
 * Uploads 1,000 photos of 3 MB over 4 connections through the resumable upload. The baselines are the unavoidable work: checksum, fsync, and the copies for
 * screens and tiles by sharp, with the server's concurrency. One baseline makes each copy from the original, which is the usual way to use sharp; the other
 * uses the product's faster code, so that the difference is the cost of everything else. The upload ends when the last photo is ready. Also measures the
 * latency of another API request during the upload.
 */
export async function run(): Promise<BenchResult[]> {
  const bench = await startBenchServer();
  try {
    await bench.app.listen({ port: 0, host: '127.0.0.1' });
    const photos: Uint8Array[] = [];
    for (let at = 0; at < DISTINCT; at++) photos.push(await createPhonePhoto(at));
    console.log(`  photos of ${photos.map(({ length }) => (length / 1e6).toFixed(1)).join(', ')} MB`);
    const before = await measureBaselines(bench, photos);
    const albumId = await createAlbum(bench, 'Many');
    await bench.startWorker();
    const probing = startClient(bench, albumId, photos, 'probe');
    let sentS = 0;
    const readyS = await seconds(async () => {
      sentS = await seconds(() => startClient(bench, albumId, photos, 'upload').done);
      await waitUntilReady(bench, albumId);
    });
    probing.stop();
    const p99 = quantile(await probing.done, 0.99);
    await bench.stopWorker();
    const after = await measureBaselines(bench, photos);
    console.log(
      `  uploaded within ${sentS.toFixed(1)} s, ready within ${readyS.toFixed(1)} s; baselines before and after: plain sharp ${before.plain.toFixed(2)} and ${after.plain.toFixed(2)}, product code ${before.ours.toFixed(2)} and ${after.ours.toFixed(2)} per second`,
    );
    const name = `${COUNT} photos over ${CONNECTIONS} connections until ready`;
    const perS = COUNT / readyS;
    return [
      createMinimumResult(`${name}, vs. the same work with plain sharp`, perS, (before.plain + after.plain) / 2, '/s', 0.8),
      createMinimumResult(`${name}, vs. the product's image code alone`, perS, (before.ours + after.ours) / 2, '/s', 0.8),
      createMaximumResult('p99 of GET /medias/{albumId} in the meantime', p99, 100, 'ms', 1),
    ];
  } finally {
    await bench.close();
  }
}

/** Returns the photos per second of both baselines. */
async function measureBaselines(bench: BenchServer, photos: Uint8Array[]): Promise<{ plain: number; ours: number }> {
  return {
    plain: await measureBaseline(bench, photos, createBaselineCopies),
    ours: await measureBaseline(bench, photos, createProductCopies),
  };
}

async function measureBaseline({ dataDir }: BenchServer, photos: Uint8Array[], makeCopies: MakeCopies): Promise<number> {
  const folder = path.join(dataDir, 'bare');
  await mkdir(folder, { recursive: true });
  let next = 0;
  const processInLane = async () => {
    for (let at = next++; at < BASELINE_COUNT; at = next++)
      await processPhotoBaseline(folder, photos[at % DISTINCT] ?? new Uint8Array(), at, makeCopies);
  };
  return BASELINE_COUNT / (await seconds(() => Promise.all(Array.from({ length: DECODERS }, processInLane))));
}

async function waitUntilReady({ db }: BenchServer, albumId: string): Promise<void> {
  const countWaiting = () =>
    db
      .selectFrom('media')
      .select((media) => media.fn.countAll<number>().as('count'))
      .where('album_id', '=', albumId)
      .where('status', '<>', 6)
      .executeTakeFirstOrThrow();
  while (Number((await countWaiting()).count) > 0) await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
}

function startClient(
  bench: BenchServer,
  albumId: string,
  photos: Uint8Array[],
  role: ClientTask['role'],
): { done: Promise<number[]>; stop(): void } {
  const { port } = bench.app.server.address() as AddressInfo;
  const workerData: ClientTask = { role, port, token: bench.token, albumId, photos, count: COUNT, connections: CONNECTIONS };
  const worker = new Worker(new URL('./upload-many.clients.ts', import.meta.url), { workerData });
  const done = new Promise<number[]>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  return { done, stop: () => worker.postMessage('stop') };
}
