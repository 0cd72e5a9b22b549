import type { PlaylistContents } from '@vitrine/contract/screens';
import { expect, it } from 'vitest';
import { isPackable, packContents, unpackContents } from './packed-contents.ts';

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

const hex = (seed: number) => Array.from({ length: 32 }, (_, index) => ((index * 37 + seed) % 256).toString(16).padStart(2, '0')).join('');

it('carries HD copies behind what screens without them read, at less than 60 bytes each', () => {
  const files = [file(hex(1)), file(hex(2)), file(hex(3))];
  const bare: PlaylistContents = { digest: hex(4), items: files.map(({ sha256 }) => item(sha256, sha256)), files };
  const withHd = {
    ...bare,
    files: files.map((one, index) => (index === 1 ? one : { ...one, hd: { sha256: hex(90 + index), sizeBytes: 345_678 } })),
  };
  const packed = packContents(withHd);
  expect(unpackContents(packed)).toEqual(withHd);
  expect(packed.files.map(([sha256, sizeBytes, mimetype]) => ({ sha256, sizeBytes, mimetype }))).toEqual(files);
  expect((JSON.stringify(packed).length - JSON.stringify(packContents(bare)).length) / 2).toBeLessThan(60);
});

it('carries 1080p copies behind what screens without them read', () => {
  const [photo, film] = [file(hex(1)), file(hex(2))];
  const copy = { sha256: hex(90), sizeBytes: 345_678 };
  const files = [
    { ...photo, hd: copy },
    { ...film, fullHd: copy },
  ];
  const packed = packContents({ digest: hex(4), items: files.map(({ sha256 }) => item(sha256, sha256)), files });
  expect(unpackContents(packed).files).toEqual(files);
  // The screen before this version reads five elements, and the fourth and fifth as an HD copy if they are not empty.
  expect(packed.files[1]?.slice(3, 5)).toEqual(['', 0]);
});

it('refuses an item without its file', () => {
  expect(() => unpackContents(packContents({ ...contents, files: [file('a')] }))).toThrow('without a file');
});

it('can express contents without limited items, a layout and synchronized playback only', () => {
  expect(isPackable(contents)).toBe(true);
  expect(isPackable({ ...contents, layout: { preset: 'side', divider: 70, zones: [{ zone: 'side', items: contents.items }] } })).toBe(
    false,
  );
  expect(isPackable({ ...contents, synchronized: true })).toBe(false);
  expect(isPackable({ items: [...contents.items, { ...item('four', 'a'), valid: { until: '2026-12-24T18:00' } }] })).toBe(false);
});
