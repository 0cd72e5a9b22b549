import type { ManifestFile } from '@vitrine/contract/screens';
import { describe, expect, it } from 'vitest';
import { type CopiesOf, copiesOf, listMissingFiles, pinnedFiles, replacingFiles, uniqueFiles } from './files.ts';

const file = (sha256: string): ManifestFile => ({ sha256, sizeBytes: 900, mimetype: 'image/jpeg' });
const photo = (sha256: string): ManifestFile => ({ ...file(sha256), hd: { sha256: `${sha256}-hd`, sizeBytes: 200 } });
const manifest = { files: [photo('a'), photo('b'), file('film')] };
const names = (files: readonly ManifestFile[]) => files.map(({ sha256 }) => sha256);
const hdFirst: CopiesOf = (one) => copiesOf(one, { prefersHd: true, prefersFullHd: true });
const largeFirst: CopiesOf = (one) => copiesOf(one, { prefersHd: false, prefersFullHd: true });
const smallFirst: CopiesOf = (one) => copiesOf(one, { prefersHd: true, prefersFullHd: false });

describe('a video with a 1080p copy', () => {
  const video: ManifestFile = { sha256: '720', sizeBytes: 100, mimetype: 'video/mp4', fullHd: { sha256: '1080', sizeBytes: 300 } };

  it('is downloaded in 1080p where a panel has more pixels than 720p, regardless of its preference for photos', () => {
    for (const copies of [hdFirst, largeFirst])
      expect(listMissingFiles({ files: [video] }, new Set(), copies)).toEqual([{ sha256: '1080', sizeBytes: 300, mimetype: 'video/mp4' }]);
    expect(names(listMissingFiles({ files: [video] }, new Set(), smallFirst))).toEqual(['720']);
  });

  it('plays in 720p, which is kept until the 1080p copy is stored', () => {
    expect(listMissingFiles({ files: [video] }, new Set(['720']), hdFirst)).toEqual([]);
    expect(names(replacingFiles({ files: [video] }, new Set(['720']), hdFirst))).toEqual(['1080']);
    expect(names(pinnedFiles({ files: [video] }, new Set(['720']), hdFirst))).toEqual(['1080', '720']);
    expect(names(pinnedFiles({ files: [video] }, new Set(['720', '1080']), hdFirst))).toEqual(['1080']);
  });

  it('keeps its 1080p copy when another entry of the file has none', () => {
    const { fullHd: _fullHd, ...before } = video;
    expect(uniqueFiles([before, video])).toEqual([video]);
    expect(uniqueFiles([video, before])).toEqual([video]);
  });
});

describe('missingFiles', () => {
  it('returns each absent file once, in the order of the manifest', () => {
    const files = ['a', 'b', 'c', 'b'].map(file);
    expect(names(listMissingFiles({ files }, new Set(['a'])))).toEqual(['b', 'c']);
  });

  it('returns the preferred copy with its own size and the type of the photo', () => {
    expect(listMissingFiles(manifest, new Set(), hdFirst)).toEqual([
      { sha256: 'a-hd', sizeBytes: 200, mimetype: 'image/jpeg' },
      { sha256: 'b-hd', sizeBytes: 200, mimetype: 'image/jpeg' },
      file('film'),
    ]);
    expect(names(listMissingFiles(manifest, new Set(), largeFirst))).toEqual(['a', 'b', 'film']);
  });

  it.each([
    ['HD', hdFirst],
    ['large', largeFirst],
  ])('returns nothing for a photo of which either copy is held, when %s copies are preferred', (_name, copies) => {
    expect(names(listMissingFiles(manifest, new Set(['a', 'b-hd', 'film']), copies))).toEqual([]);
  });
});

describe('replacingFiles', () => {
  it('returns the preferred copies of photos of which only the other copy is held', () => {
    expect(names(replacingFiles(manifest, new Set(['a', 'film']), hdFirst))).toEqual(['a-hd']);
    expect(names(replacingFiles(manifest, new Set(['a', 'b-hd', 'film']), largeFirst))).toEqual(['b']);
    expect(names(replacingFiles(manifest, new Set(['a-hd', 'b-hd', 'film']), hdFirst))).toEqual([]);
  });
});

describe('pinnedFiles', () => {
  it('keeps the other copy until the preferred one is held', () => {
    expect(names(pinnedFiles(manifest, new Set(['a', 'b']), hdFirst))).toEqual(['a-hd', 'a', 'b-hd', 'b', 'film']);
    expect(names(pinnedFiles(manifest, new Set(['a', 'a-hd', 'b']), hdFirst))).toEqual(['a-hd', 'b-hd', 'b', 'film']);
  });
});

describe('uniqueFiles', () => {
  it('keeps the HD copy that only some entries of a file have, in either order', () => {
    expect(uniqueFiles([file('a'), file('b'), photo('a')])).toEqual([photo('a'), file('b')]);
    expect(uniqueFiles([photo('a'), file('b'), file('a')])).toEqual([photo('a'), file('b')]);
  });
});
