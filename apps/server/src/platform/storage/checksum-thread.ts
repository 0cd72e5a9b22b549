import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ChecksumRequest, ChecksumResponse } from './checksum.ts';

/** The thread that reads files behind their writers and hashes them. */
const CHUNK = Buffer.allocUnsafe(1024 * 1024);

interface Reading {
  fd: number;
  hash: Hash;
  at: number;
}

const readings = new Map<number, Reading>();

function readUpTo(reading: Reading, end: number): void {
  while (reading.at < end) {
    const bytes = readSync(reading.fd, CHUNK, 0, Math.min(CHUNK.length, end - reading.at), reading.at);
    if (bytes === 0) throw new Error('The file is shorter than its writer said');
    reading.hash.update(CHUNK.subarray(0, bytes));
    reading.at += bytes;
  }
}

function handleRequest({ id, file, end, isLast }: ChecksumRequest): ChecksumResponse | undefined {
  try {
    const reading = readings.get(id) ?? { fd: openSync(file, 'r'), hash: createHash('sha256'), at: 0 };
    readings.set(id, reading);
    readUpTo(reading, end);
    if (!isLast) return undefined;
    closeReading(id);
    return { id, sha256: reading.hash.digest('hex') };
  } catch (error) {
    closeReading(id);
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

function closeReading(id: number): void {
  const reading = readings.get(id);
  if (reading) closeSync(reading.fd);
  readings.delete(id);
}

parentPort?.on('message', (request: ChecksumRequest | { forget: number }) => {
  if ('forget' in request) return closeReading(request.forget);
  const answer = handleRequest(request);
  if (answer) parentPort?.postMessage(answer);
});
