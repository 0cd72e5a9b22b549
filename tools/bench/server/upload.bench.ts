import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BenchResult, createMaximumResult, createMinimumResult } from '../figures.ts';
import { type BenchServer, runInterleaved, seconds, startBenchServer } from './bench-server.ts';
import { BIG_BYTES, generateBigFile } from './big-file.ts';

const ROUNDS = 5;
const MAX_GROWTH_MB = 100;

/** Uploads and stores 1 GB, compared with writing the same stream followed by an fsync. */
export async function run(): Promise<BenchResult[]> {
  const bench = await startBenchServer();
  try {
    let growthMb = 0;
    const ours = async () => {
      const watch = watchMemory();
      const durationS = await storeBigFile(bench);
      growthMb = Math.max(growthMb, watch());
      return BIG_BYTES / 1e6 / durationS;
    };
    const result = await runInterleaved(ROUNDS, ours, async () => BIG_BYTES / 1e6 / (await writeBigFile(bench.dataDir)));
    return [
      createMinimumResult('1 GB uploaded and stored vs. a plain write with fsync', result.ours, result.peer, 'MB/s', 0.8),
      createMaximumResult('memory growth of the server during the upload', growthMb, MAX_GROWTH_MB, 'MB', 1),
    ];
  } finally {
    await bench.close();
  }
}

async function storeBigFile({ db, storage, upload }: BenchServer): Promise<number> {
  let key = '';
  const durationS = await seconds(async () => {
    key = await upload(Readable.from(generateBigFile(), { objectMode: false }), 'big.mp4', BIG_BYTES);
  });
  const file = await db.deleteFrom('files').where('id', '=', key).returning('storage_key').executeTakeFirstOrThrow();
  await storage.remove(file.storage_key);
  await db.deleteFrom('storage_additions').execute();
  await db.updateTable('storage_usage').set({ used_bytes: 0 }).execute();
  return durationS;
}

async function writeBigFile(folder: string): Promise<number> {
  const target = path.join(folder, 'bare');
  const durationS = await seconds(async () => {
    await pipeline(Readable.from(generateBigFile(), { objectMode: false }), createWriteStream(target));
    const handle = await open(target, 'r+');
    await handle.sync();
    await handle.close();
  });
  await rm(target);
  return durationS;
}

/** Starts to sample the memory. The returned function stops it and returns the maximum growth in MB. */
function watchMemory(): () => number {
  const start = process.memoryUsage.rss();
  let highest = start;
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 20);
  return () => {
    clearInterval(timer);
    return (highest - start) / 1e6;
  };
}
