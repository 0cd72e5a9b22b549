import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { atLeast, atMost, type BenchResult, type Lab, openLab, quantile, seconds } from './lab.ts';
import type { PeopleTask } from './upload-many.people.ts';

const COUNT = Number(process.env['UPLOAD_MANY_COUNT'] ?? 1000);
const CONNECTIONS = 4;
const DISTINCT = 8;
/** Noise, which no encoder makes small: about 3 MB as a JPEG. */
const SIZE = { width: 1330, height: 1110 };

/**
 * 1,000 photos of 3 MB by 4 connections through the resumable upload, with the walls' copies being made beside, against sha256 and
 * fsync of the same files by 4 writers; and how long the rest of the API takes to answer meanwhile.
 */
export async function run(): Promise<BenchResult[]> {
  const lab = await openLab();
  try {
    await lab.app.listen({ port: 0, host: '127.0.0.1' });
    const photos = await Promise.all(Array.from({ length: DISTINCT }, aNoisePhoto));
    const totalMb = Array.from({ length: COUNT }, (_, at) => photos[at % DISTINCT]?.length ?? 0).reduce((sum, size) => sum + size, 0) / 1e6;
    const bare = async () => totalMb / (await seconds(() => byFour((at) => writeBare(lab, photos[at % DISTINCT] ?? Buffer.alloc(0), at))));
    const before = await bare();
    const albumId = await anAlbum(lab);
    await lab.startWorker();
    const looking = start(lab, albumId, photos, 'look');
    const ours = totalMb / (await seconds(() => start(lab, albumId, photos, 'upload').done));
    looking.stop();
    const p99 = quantile(await looking.done, 0.99);
    await lab.stopWorker();
    // On both sides of ours, so that a disk that changed its mind favours neither.
    const peer = (before + (await bare())) / 2;
    return [
      atLeast(`${COUNT} photos by ${CONNECTIONS} connections against sha256 and fsync of the same`, ours, peer, 'MB/s', 0.7),
      atMost('p99 of GET /medias/{albumId} meanwhile', p99, 100, 'ms', 1),
    ];
  } finally {
    await lab.close();
  }
}

/** In memory that threads share. */
async function aNoisePhoto(): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const jpeg = await sharp({ create: { ...SIZE, channels: 3, background: '#888888', noise } })
    .jpeg({ quality: 96, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const shared = new Uint8Array(new SharedArrayBuffer(jpeg.length));
  shared.set(jpeg);
  return shared;
}

async function byFour(work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const take = async () => {
    for (let at = next++; at < COUNT; at = next++) await work(at);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, take));
}

async function writeBare({ dataDir }: Lab, bytes: Uint8Array, at: number): Promise<void> {
  const folder = path.join(dataDir, 'bare');
  await mkdir(folder, { recursive: true });
  createHash('sha256').update(bytes).digest('hex');
  const target = path.join(folder, String(at));
  const handle = await open(target, 'w');
  await handle.writeFile(bytes);
  await handle.sync();
  await handle.close();
  await rm(target);
}

async function anAlbum({ app, token }: Lab): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/api/albums', headers: { authorization: token }, payload: { name: 'Many' } });
  return answer.json<{ result: { _id: string } }>().result._id;
}

function start(lab: Lab, albumId: string, photos: Uint8Array[], does: PeopleTask['does']): { done: Promise<number[]>; stop(): void } {
  const { port } = lab.app.server.address() as AddressInfo;
  const workerData: PeopleTask = { does, port, token: lab.token, albumId, photos, count: COUNT, connections: CONNECTIONS };
  const worker = new Worker(new URL('./upload-many.people.ts', import.meta.url), { workerData });
  const done = new Promise<number[]>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  return { done, stop: () => worker.postMessage('stop') };
}
