import { readSync } from 'node:fs';

/** Zeros where the file has ended. */
export function readAt(fd: number, at: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  readSync(fd, buffer, 0, length, at);
  return buffer;
}

const WINDOW_BYTES = 64 * 1024;

/** Single bytes of a file, mostly one behind the other; 0 where it has ended. */
export function createByteReader(fd: number): (at: number) => number {
  let start = 0;
  let held: Buffer = Buffer.alloc(0);
  return (at) => {
    if (at < start || at >= start + held.length) {
      start = at;
      held = readAt(fd, at, WINDOW_BYTES);
    }
    return held[at - start] ?? 0;
  };
}
