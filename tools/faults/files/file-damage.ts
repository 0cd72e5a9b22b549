import type { Random } from '../../demo/random.ts';
import type { SourceFile } from './source-files.ts';

export interface DamagedFile {
  /** Name of the upload, with the number of the file. */
  name: string;
  /** Operation and source, for reports. */
  description: string;
  bytes: Buffer;
}

type Damage = (random: Random, bytes: Buffer, other: Buffer) => Buffer;

const MAX_FLIPS = 64;
/** Headers decide how the rest is read, so half of the damage is in them. */
const HEAD_BYTES = 1024;

function pickPosition(random: Random, { length }: Buffer): number {
  const end = random.next() < 0.5 ? Math.min(length, HEAD_BYTES) : length;
  return random.whole(0, Math.max(0, end - 1));
}

/** Returns a range within the bytes, at most a quarter of them long. */
function pickRange(random: Random, bytes: Buffer): [from: number, to: number] {
  const from = pickPosition(random, bytes);
  return [from, Math.min(bytes.length, from + random.whole(1, Math.max(1, bytes.length >> 2)))];
}

function flipBits(random: Random, bytes: Buffer): Buffer {
  const flipped = Buffer.from(bytes);
  for (let left = random.whole(1, MAX_FLIPS); left > 0; left--) {
    const at = pickPosition(random, flipped);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random.whole(0, 7));
  }
  return flipped;
}

function overwrite(random: Random, bytes: Buffer): Buffer {
  const [from, to] = pickRange(random, bytes);
  return Buffer.from(bytes).fill(random.pick([0, 0xff, random.whole(1, 254)]), from, to);
}

/** Replaces four bytes by a number at the limit of what fields hold, such as sizes and offsets. */
function exaggerate(random: Random, bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  if (changed.length < 4) return changed;
  const at = Math.min(pickPosition(random, changed), changed.length - 4);
  const value = random.pick([0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0xffff, changed.length]);
  if (random.next() < 0.5) changed.writeUInt32BE(value, at);
  else changed.writeUInt32LE(value, at);
  return changed;
}

const DAMAGES: Record<string, Damage> = {
  cut: (random, bytes) => bytes.subarray(0, random.whole(0, bytes.length - 1)),
  'cut out': (random, bytes) => {
    const [from, to] = pickRange(random, bytes);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  flip: flipBits,
  overwrite,
  exaggerate,
  repeat: (random, bytes) => {
    const [from, to] = pickRange(random, bytes);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  splice: (random, bytes, other) =>
    Buffer.concat([bytes.subarray(0, pickPosition(random, bytes)), other.subarray(pickPosition(random, other))]),
  insert: (random, bytes, other) => {
    const at = pickPosition(random, bytes);
    return Buffer.concat([bytes.subarray(0, at), other.subarray(...pickRange(random, other)), bytes.subarray(at)]);
  },
};

/** Damages one of the sources in a random way, sometimes twice. The number makes the name unique. */
export function damageFile(random: Random, sources: readonly SourceFile[], number: number): DamagedFile {
  const source = random.pick(sources);
  const other = random.pick(sources);
  const kinds = Array.from({ length: random.next() < 0.2 ? 2 : 1 }, () => random.pick(Object.keys(DAMAGES)));
  const bytes = kinds.reduce(
    (damaged, kind) => (damaged.length > 0 && DAMAGES[kind]?.(random, damaged, other.bytes)) || damaged,
    source.bytes,
  );
  return { name: `${number}-${source.name}`, description: `${kinds.join(' and ')} of ${source.name} (with ${other.name})`, bytes };
}
