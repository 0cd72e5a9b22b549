import { describe, expect, it } from 'vitest';
import { missingFiles, unneededFiles } from './files.ts';

const files = (...names: string[]) => ({ files: names.map((sha256) => ({ sha256, sizeBytes: 1, mimetype: 'image/jpeg' })) });

describe('manifest differences', () => {
  it('asks for each absent file once, in order', () => {
    expect(missingFiles(files('a', 'b', 'c', 'b'), new Set(['a'])).map(({ sha256 }) => sha256)).toEqual(['b', 'c']);
  });

  it('calls unneeded what no manifest names, and keeps the files of all given', () => {
    expect(unneededFiles(['a', 'b', 'c'], files('a'), files('b'), null)).toEqual(['c']);
  });
});
