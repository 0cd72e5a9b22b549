import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { aBigFile, BIG_BYTES } from './big-file.ts';
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
const MAX_GROWTH_MB = 100;

/** Uploads and stores 1 GB, compared with writing the same stream followed by an fsync. */
export async function run(): Promise<BenchResult[]> {
  const lab = await startBenchServer();
  try {
    let growthMb = 0;
    const ours = async () => {
      const watch = watchMemory();
      const took = await storeBigFile(lab);
      growthMb = Math.max(growthMb, watch());
      return BIG_BYTES / 1e6 / took;
    };
    const result = await runInterleaved(ROUNDS, ours, async () => BIG_BYTES / 1e6 / (await written(lab.dataDir)));
    return [
      createMinimumResult('1 GB uploaded and stored against a bare write with fsync', result.ours, result.peer, 'MB/s', 0.8),
      createMaximumResult('memory the server grows by meanwhile', growthMb, MAX_GROWTH_MB, 'MB', 1),
    ];
  } finally {
    await lab.close();
  }
}

async function storeBigFile({ db, storage, upload }: BenchServer): Promise<number> {
  let key = '';
  const took = await seconds(async () => {
    key = await upload(Readable.from(aBigFile(), { objectMode: false }), 'big.mp4', BIG_BYTES);
  });
  const file = await db.deleteFrom('files').where('id', '=', key).returning('storage_key').executeTakeFirstOrThrow();
  await storage.remove(file.storage_key);
  await db.updateTable('storage_usage').set({ used_bytes: 0 }).execute();
  return took;
}

async function written(folder: string): Promise<number> {
  const target = path.join(folder, 'bare');
  const took = await seconds(async () => {
    await pipeline(Readable.from(aBigFile(), { objectMode: false }), createWriteStream(target));
    const handle = await open(target, 'r+');
    await handle.sync();
    await handle.close();
  });
  await rm(target);
  return took;
}

/** Answers by how much, at its highest, memory has grown since. */
function watchMemory(): () => number {
  const start = process.memoryUsage.rss();
  let highest = start;
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 20);
  return () => {
    clearInterval(timer);
    return (highest - start) / 1e6;
  };
}
