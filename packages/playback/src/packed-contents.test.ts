import type { PlaylistContents } from '@vitrine/contract/screens';
import { expect, it } from 'vitest';
import { packContents, unpackContents } from './packed-contents.ts';

const file = (sha256: string) => ({ sha256, sizeBytes: 1_234_567, mimetype: 'image/jpeg' });
const item = (mediaId: string, sha256: string) => ({ id: mediaId, mediaId, kind: 'image' as const, sha256, durationMs: 5000 });
const contents: PlaylistContents = {
  digest: 'digest',
  items: [item('one', 'a'), item('two', 'b'), item('three', 'a')],
  files: [file('a'), file('b')],
};

it('says the same in less than half of the length', () => {
  const hash = (letter: string) => letter.repeat(64);
  const long: PlaylistContents = {
    digest: hash('d'),
    items: Array.from('abcdefgh', (letter) => item('00000000-0000-4000-8000-00000000000a', hash(letter))),
    files: Array.from('abcdefgh', (letter) => file(hash(letter))),
  };
  expect(unpackContents(packContents(contents))).toEqual(contents);
  expect(JSON.stringify(packContents(long)).length).toBeLessThan(JSON.stringify(long).length / 2);
});

it('refuses an item without its file', () => {
  expect(() => unpackContents(packContents({ ...contents, files: [file('a')] }))).toThrow('without a file');
});
