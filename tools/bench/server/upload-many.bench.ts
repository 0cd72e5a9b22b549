import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type BenchResult,
  type BenchServer,
  createAlbum,
  createMaximumResult,
  createMinimumResult,
  quantile,
  seconds,
  startBenchServer,
} from './lab.ts';
import type { ClientTask } from './upload-many.people.ts';
import { aPhonePhoto, createBaselineCopies, createProductCopies, type MakeCopies, processPhotoBaseline } from './upload-many.photos.ts';

const COUNT = Number(process.env['UPLOAD_MANY_COUNT'] ?? 1000);
const CONNECTIONS = 4;
const DISTINCT = 8;
/** As many as the server decodes at a time. */
const THREADS = Math.min(2, os.availableParallelism());
/** Bare runs before and after ours, so that a change in the machine's speed favors neither side. */
const BARE_COUNT = Math.ceil(COUNT / 4);
/** A count of all photos each time: a small part of what is measured. */
const READY_LOOK_MS = 500;

/**
 * Uploads 1,000 photos of 3 MB over 4 connections through the resumable upload, and compares it with the bare work: checksum, fsync, and the copies for
 * walls and tiles by sharp, as many at a time as the server decodes. The bare work runs twice: once with each copy made from the original, the usual way to
 * use sharp, and once with the product's faster way, so that the difference is the cost of everything else. The upload ends when the last photo is ready.
 * Also measures how long the rest of the API takes to respond meanwhile.
 */
export async function run(): Promise<BenchResult[]> {
  const lab = await startBenchServer();
  try {
    await lab.app.listen({ port: 0, host: '127.0.0.1' });
    const photos: Uint8Array[] = [];
    for (let at = 0; at < DISTINCT; at++) photos.push(await aPhonePhoto(at));
    console.log(`  photos of ${photos.map(({ length }) => (length / 1e6).toFixed(1)).join(', ')} MB`);
    const before = await bareBoth(lab, photos);
    const albumId = await createAlbum(lab, 'Many');
    await lab.startWorker();
    const looking = start(lab, albumId, photos, 'look');
    let sentS = 0;
    const readyS = await seconds(async () => {
      sentS = await seconds(() => start(lab, albumId, photos, 'upload').done);
      await allReady(lab, albumId);
    });
    looking.stop();
    const p99 = quantile(await looking.done, 0.99);
    await lab.stopWorker();
    const after = await bareBoth(lab, photos);
    console.log(
      `  sent within ${sentS.toFixed(1)} s, ready within ${readyS.toFixed(1)} s; before and after: plain ${before.plain.toFixed(2)} and ${after.plain.toFixed(2)}, our way ${before.ours.toFixed(2)} and ${after.ours.toFixed(2)} a second`,
    );
    const name = `${COUNT} photos by ${CONNECTIONS} connections until ready`;
    const perS = COUNT / readyS;
    return [
      createMinimumResult(`${name}, against the same work bare by sharp`, perS, (before.plain + after.plain) / 2, '/s', 0.8),
      createMinimumResult(`${name}, against our way to make the copies alone`, perS, (before.ours + after.ours) / 2, '/s', 0.8),
      createMaximumResult('p99 of GET /medias/{albumId} meanwhile', p99, 100, 'ms', 1),
    ];
  } finally {
    await lab.close();
  }
}

/** Returns the photos per second of both ways. */
async function bareBoth(lab: BenchServer, photos: Uint8Array[]): Promise<{ plain: number; ours: number }> {
  return { plain: await bare(lab, photos, createBaselineCopies), ours: await bare(lab, photos, createProductCopies) };
}

async function bare({ dataDir }: BenchServer, photos: Uint8Array[], makeCopies: MakeCopies): Promise<number> {
  const folder = path.join(dataDir, 'bare');
  await mkdir(folder, { recursive: true });
  let next = 0;
  const take = async () => {
    for (let at = next++; at < BARE_COUNT; at = next++)
      await processPhotoBaseline(folder, photos[at % DISTINCT] ?? new Uint8Array(), at, makeCopies);
  };
  return BARE_COUNT / (await seconds(() => Promise.all(Array.from({ length: THREADS }, take))));
}

async function allReady({ db }: BenchServer, albumId: string): Promise<void> {
  const countWaiting = () =>
    db
      .selectFrom('media')
      .select((media) => media.fn.countAll<number>().as('count'))
      .where('album_id', '=', albumId)
      .where('status', '<>', 6)
      .executeTakeFirstOrThrow();
  while (Number((await countWaiting()).count) > 0) await new Promise((resolve) => setTimeout(resolve, READY_LOOK_MS));
}

function start(
  lab: BenchServer,
  albumId: string,
  photos: Uint8Array[],
  does: ClientTask['does'],
): { done: Promise<number[]>; stop(): void } {
  const { port } = lab.app.server.address() as AddressInfo;
  const workerData: ClientTask = { does, port, token: lab.token, albumId, photos, count: COUNT, connections: CONNECTIONS };
  const worker = new Worker(new URL('./upload-many.people.ts', import.meta.url), { workerData });
  const done = new Promise<number[]>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  return { done, stop: () => worker.postMessage('stop') };
}
