import { describe, expect, it, vi } from 'vitest';
import { findDuplicates } from './duplicate-files.ts';

const file = (name: string, content: string) => new File([content], name);
/** An album that holds files of this content; the checksum of a file is its content. */
function anAlbumOf(...contents: string[]) {
  const read = vi.fn(async (files: readonly File[]) => Promise.all(files.map((one) => one.text())));
  const ask = vi.fn(async (files: { size: number; sha256?: string }[]) => ({
    known: files.flatMap(({ sha256 }, index) => (sha256 && contents.includes(sha256) ? [{ index, mediaId: `media of ${sha256}` }] : [])),
    possible: files.flatMap(({ size, sha256 }, index) => (!sha256 && contents.some(({ length }) => length === size) ? [index] : [])),
  }));
  return { ask, read };
}

describe('what is in the album already', () => {
  it('is found by content under any name, reading only possible matches', async () => {
    const album = anAlbumOf('summer', 'beach');
    const [same, alike, other] = [file('copy.jpg', 'summer'), file('other.jpg', 'winter'), file('new.jpg', 'something else')];
    const known = await findDuplicates([same, alike, other], album);
    expect([...known]).toEqual([[same, 'media of summer']]);
    expect(album.read).toHaveBeenCalledExactlyOnceWith([same, alike]);
    expect(album.ask).toHaveBeenCalledTimes(2);
  });

  it('costs one question where nothing is', async () => {
    const album = anAlbumOf('summer');
    expect((await findDuplicates([file('a.jpg', 'a'), file('b.jpg', 'b')], album)).size).toBe(0);
    expect(album.ask).toHaveBeenCalledTimes(1);
  });

  it('is requested in batches for any number of files', async () => {
    const album = anAlbumOf('the last');
    const files = [...Array.from({ length: 3500 }, (_, index) => file(`${index}.jpg`, 'x')), file('last.jpg', 'the last')];
    const known = await findDuplicates(files, album);
    expect([...known.keys()]).toEqual(files.slice(-1));
    expect(album.ask.mock.calls.map(([asked]) => asked.length)).toEqual([3000, 501, 1]);
  });

  it('holds up no upload when it cannot be found out, or a file cannot be read', async () => {
    const album = anAlbumOf('summer');
    const lost = { ...album, ask: () => Promise.reject(new Error('no answer')) };
    expect((await findDuplicates([file('a.jpg', 'summer')], lost)).size).toBe(0);
    const unreadable = { ...album, read: async () => [null] };
    expect((await findDuplicates([file('a.jpg', 'summer')], unreadable)).size).toBe(0);
  });
});
