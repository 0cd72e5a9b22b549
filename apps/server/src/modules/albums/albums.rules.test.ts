import { expect, it } from 'vitest';
import { assertAlbumCapacity } from './albums.rules.ts';

it('limits an album to 5 GB, including reservations', () => {
  expect(() => assertAlbumCapacity(5e9, 0)).not.toThrow();
  expect(() => assertAlbumCapacity(2, 5e9 - 1)).toThrow(expect.objectContaining({ code: 'ALBUM_FULL' }));
});
