import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

const RANDOM_BYTES = 16;

/** A UUIDv7: unique, and in order of creation, so that indexes grow at one end. */
export const newId = (): string => v7();

/** As many, in no order among those of the same millisecond: asked for one by one, thousands take several times as long. */
export function newIds(count: number): string[] {
  const bytes = randomBytes(count * RANDOM_BYTES);
  return Array.from({ length: count }, (_, index) => v7({ random: bytes.subarray(index * RANDOM_BYTES, (index + 1) * RANDOM_BYTES) }));
}

/** The smallest id of this moment (epoch milliseconds): ids are in order of creation, so days are ranges of them. */
export function getFirstIdAt(ms: number): string {
  const hex = Math.min(Math.max(0, Math.floor(ms)), 0xffff_ffff_ffff)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
