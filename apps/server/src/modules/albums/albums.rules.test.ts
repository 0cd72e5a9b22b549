import { expect, it } from 'vitest';
import { assertAlbumCapacity } from './albums.rules.ts';

it('an album ends at 5 GB, what it was promised included', () => {
  expect(() => assertAlbumCapacity(5e9, 0)).not.toThrow();
  expect(() => assertAlbumCapacity(2, 5e9 - 1)).toThrow(expect.objectContaining({ code: 'ALBUM_FULL' }));
});
