import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { atLeast, atMost, type BenchResult, interleave, type Lab, openLab, seconds } from './lab.ts';

const ROUNDS = 5;
const SIZE_BYTES = 1e9;
const CHUNK_BYTES = 64 * 1024;
const MAX_GROWTH_MB = 100;

/** 1 GB uploaded and stored against the same stream written with nothing but an fsync. */
export async function run(): Promise<BenchResult[]> {
  const lab = await openLab();
  try {
    let growthMb = 0;
    const ours = async () => {
      const watch = watchMemory();
      const took = await storeBigFile(lab);
      growthMb = Math.max(growthMb, watch());
      return SIZE_BYTES / 1e6 / took;
    };
    const result = await interleave(ROUNDS, ours, async () => SIZE_BYTES / 1e6 / (await written(lab.dataDir)));
    return [
      atLeast('1 GB uploaded and stored against a bare write with fsync', result.ours, result.peer, 'MB/s', 0.8),
      atMost('memory the server grows by meanwhile', growthMb, MAX_GROWTH_MB, 'MB', 1),
    ];
  } finally {
    await lab.close();
  }
}

/** An MP4 by its first bytes, then noise, in chunks as they come from a socket. */
function* aBigFile(): Generator<Buffer> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; at < CHUNK_BYTES; at++) chunk[at] = (at * 2_654_435_761) >>> 11;
  const head = Buffer.from(chunk);
  head.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
  let sent = 0;
  for (; sent + CHUNK_BYTES <= SIZE_BYTES; sent += CHUNK_BYTES) yield sent === 0 ? head : chunk;
  yield chunk.subarray(0, SIZE_BYTES - sent);
}

async function storeBigFile({ db, storage, upload }: Lab): Promise<number> {
  let key = '';
  const took = await seconds(async () => {
    key = await upload(Readable.from(aBigFile(), { objectMode: false }), 'big.mp4', SIZE_BYTES);
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
