import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { computeSha256 } from './sha256.ts';

const bytes = Uint8Array.from({ length: 1_300_001 }, (_, index) => (index * 7) % 256);
const expected = createHash('sha256').update(bytes).digest('hex');

afterEach(() => vi.unstubAllGlobals());

it('uses the browser’s digest on a secure origin', async () => {
  expect(await computeSha256(new Blob([bytes]))).toBe(expected);
});

it('computes the hash without the browser’s digest on an insecure origin', async () => {
  vi.stubGlobal('crypto', {});
  expect(await computeSha256(new Blob([bytes]))).toBe(expected);
});
