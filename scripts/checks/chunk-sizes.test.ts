import { expect, it } from 'vitest';
import { findLargeChunks } from './chunk-sizes.ts';

it('reports scripts above the limit and ignores other files', () => {
  const sizes = new Map([
    ['a.js', 500_000],
    ['b.js', 500_001],
    ['c.js.gz', 600_000],
  ]);
  expect(findLargeChunks(sizes)).toEqual(['b.js has 500001 bytes of at most 500000: load a part of it on demand']);
});
