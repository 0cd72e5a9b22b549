import { describe, expect, it } from 'vitest';
import { readFolderFiles, readZipFile } from './version-files.ts';

const MEGABYTE = 1024 * 1024;
/** Creates an empty file that reports the given size. */
const file = (name: string, size = 10) => Object.defineProperty(new File([], name), 'size', { value: size });
const folder = (...paths: [path: string, size?: number][]) =>
  readFolderFiles(
    paths.map(([path, size]) => file(path, size)),
    ({ name }) => name,
  );

describe('version files', () => {
  it('reads a folder without system files and source maps', () => {
    const chosen = folder(['dist/index.html', 5], ['dist/assets/app.js', 7], ['dist/.DS_Store', 9], ['dist/assets/app.js.map', 9]);
    expect(chosen).toMatchObject({ name: 'dist', sizeBytes: 12, fault: null });
    expect(chosen.parts.map(({ field }) => field)).toEqual(['dist/index.html', 'dist/assets/app.js']);
  });

  it.each([
    ['a folder without a page', folder(['dist/app.js']), /no index.html/],
    ['a page in a subfolder', folder(['site/dist/index.html']), /no index.html/],
    ['an empty folder', folder(), /no index.html/],
    ['a folder that is too large', folder(['dist/index.html'], ['dist/a.bin', 50 * MEGABYTE]), /The limit is 50 MB/],
    [
      'too many files',
      folder(['dist/index.html'], ...Array.from({ length: 500 }, (_, n) => [`dist/${n}.js`] as [string])),
      /The limit is 500/,
    ],
    ['a zip that is too large', readZipFile(file('new.zip', 51 * MEGABYTE)), /The limit is 50 MB/],
  ])('rejects %s', (_name, chosen, fault) => {
    expect(chosen.fault).toMatch(fault);
  });

  it('sends a zip file as one part', () => {
    const zip = file('new.zip');
    expect(readZipFile(zip)).toEqual({ name: 'new.zip', sizeBytes: 10, parts: [{ field: 'zip', file: zip }], fault: null });
  });
});
