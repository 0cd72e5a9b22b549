import { describe, expect, it } from 'vitest';
import { fitFiles } from './free-space.ts';

const file = (name: string, size: number) => ({ name, size });
const names = (files: { name: string }[]) => files.map(({ name }) => name);

describe('fitFiles', () => {
  it('skips a file that does not fit and takes smaller files after it', () => {
    const fit = fitFiles([file('a', 60), file('film', 50), file('b', 40)], { accountBytes: 100, albumBytes: 1000 });
    expect(names(fit.fitting)).toEqual(['a', 'b']);
    expect(names(fit.overAccount)).toEqual(['film']);
  });

  it('distinguishes a full album from a full account', () => {
    const fit = fitFiles([file('a', 60), file('b', 60), file('c', 600)], { accountBytes: 500, albumBytes: 100 });
    expect(names(fit.fitting)).toEqual(['a']);
    expect(names(fit.overAlbum)).toEqual(['b']);
    expect(names(fit.overAccount)).toEqual(['c']);
  });

  it('fills the remaining space exactly and rejects files over the size limit', () => {
    const fit = fitFiles([file('a', 100), file('huge', 5e9 + 1)], { accountBytes: 100, albumBytes: 100 });
    expect(names(fit.fitting)).toEqual(['a']);
    expect(names(fit.tooLarge)).toEqual(['huge']);
  });
});
