import { describe, expect, it, vi } from 'vitest';
import { findDuplicates } from './duplicate-files.ts';

const file = (name: string, content: string) => new File([content], name);
/** Creates lookups for an album with these contents. The checksum of a file is its content. */
function anAlbumOf(...contents: string[]) {
  const read = vi.fn(async (files: readonly File[]) => Promise.all(files.map((item) => item.text())));
  const request = vi.fn(async (files: { size: number; sha256?: string }[]) => ({
    known: files.flatMap(({ sha256 }, index) => (sha256 && contents.includes(sha256) ? [{ index, mediaId: `media of ${sha256}` }] : [])),
    possible: files.flatMap(({ size, sha256 }, index) => (!sha256 && contents.some(({ length }) => length === size) ? [index] : [])),
  }));
  return { request, read };
}

describe('findDuplicates', () => {
  it('finds duplicates by content under any name and reads only possible matches', async () => {
    const album = anAlbumOf('summer', 'beach');
    const [same, alike, other] = [file('copy.jpg', 'summer'), file('other.jpg', 'winter'), file('new.jpg', 'something else')];
    const known = await findDuplicates([same, alike, other], album);
    expect([...known]).toEqual([[same, 'media of summer']]);
    expect(album.read).toHaveBeenCalledExactlyOnceWith([same, alike]);
    expect(album.request).toHaveBeenCalledTimes(2);
  });

  it('sends one request when the album has no file of the same size', async () => {
    const album = anAlbumOf('summer');
    expect((await findDuplicates([file('a.jpg', 'a'), file('b.jpg', 'b')], album)).size).toBe(0);
    expect(album.request).toHaveBeenCalledTimes(1);
  });

  it('sends requests in batches for many files', async () => {
    const album = anAlbumOf('the last');
    const files = [...Array.from({ length: 3500 }, (_, index) => file(`${index}.jpg`, 'x')), file('last.jpg', 'the last')];
    const known = await findDuplicates(files, album);
    expect([...known.keys()]).toEqual(files.slice(-1));
    expect(album.request.mock.calls.map(([requested]) => requested.length)).toEqual([3000, 501, 1]);
  });

  it('reports no duplicates when a request fails or a file cannot be read', async () => {
    const album = anAlbumOf('summer');
    const lost = { ...album, request: () => Promise.reject(new Error('no answer')) };
    expect((await findDuplicates([file('a.jpg', 'summer')], lost)).size).toBe(0);
    const unreadable = { ...album, read: async () => [null] };
    expect((await findDuplicates([file('a.jpg', 'summer')], unreadable)).size).toBe(0);
  });
});
