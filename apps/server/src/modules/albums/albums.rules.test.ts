import { expect, it } from 'vitest';
import { assertAlbumRoom } from './albums.rules.ts';

it('an album ends at 5 GB, what it was promised included', () => {
  expect(() => assertAlbumRoom(5e9, 0)).not.toThrow();
  expect(() => assertAlbumRoom(2, 5e9 - 1)).toThrow(expect.objectContaining({ code: 'ALBUM_FULL' }));
});
