import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { computeSha256 } from './sha256.ts';

const bytes = Uint8Array.from({ length: 1_300_001 }, (_, index) => (index * 7) % 256);
const right = createHash('sha256').update(bytes).digest('hex');

afterEach(() => vi.unstubAllGlobals());

it('hashes with what the browser offers', async () => {
  expect(await computeSha256(new Blob([bytes]))).toBe(right);
});

it('computes the hash without the browser’s digest on an insecure origin', async () => {
  vi.stubGlobal('crypto', {});
  expect(await computeSha256(new Blob([bytes]))).toBe(right);
});
