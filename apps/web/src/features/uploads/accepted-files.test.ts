import { describe, expect, it } from 'vitest';
import { chooseFiles } from './accepted-files.ts';

const file = (name: string, type = '') => new File(['x'], name, { type });

describe('choosing files to upload', () => {
  it('takes pictures and videos by name, in any case, and videos by type', () => {
    const files = [file('a.JPG'), file('IMG_1.HEIC'), file('clip.mkv'), file('odd.xyz', 'video/x-odd')];
    expect(chooseFiles(files).accepted).toEqual(files);
  });

  it('refuses the rest by name', () => {
    const { accepted, refused } = chooseFiles([file('letter.pdf', 'application/pdf'), file('drawing.svg', 'image/svg+xml'), file('a.png')]);
    expect(accepted.map(({ name }) => name)).toEqual(['a.png']);
    expect(refused.map(({ name }) => name)).toEqual(['letter.pdf', 'drawing.svg']);
  });

  it('takes the first thirty and says that there were more', () => {
    const files = Array.from({ length: 31 }, (_, index) => file(`${index}.jpg`));
    const choice = chooseFiles(files);
    expect(choice.accepted).toHaveLength(30);
    expect(choice.isOverLimit).toBe(true);
    expect(chooseFiles(files.slice(1)).isOverLimit).toBe(false);
  });
});
