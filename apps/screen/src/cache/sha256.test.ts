import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { sha256Of } from './sha256.ts';

const bytes = Uint8Array.from({ length: 1_300_001 }, (_, index) => (index * 7) % 256);
const right = createHash('sha256').update(bytes).digest('hex');

afterEach(() => vi.unstubAllGlobals());

it('hashes with what the browser offers', async () => {
  expect(await sha256Of(new Blob([bytes]))).toBe(right);
});

it('hashes by itself where the origin is not secure', async () => {
  vi.stubGlobal('crypto', {});
  expect(await sha256Of(new Blob([bytes]))).toBe(right);
});
