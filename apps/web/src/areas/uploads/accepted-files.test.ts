import { describe, expect, it } from 'vitest';
import { classifyFiles, takeFirst } from './accepted-files.ts';

const file = (name: string, type = '') => new File(['x'], name, { type });
const names = (files: File[]) => files.map(({ name }) => name);

describe('choosing files to upload', () => {
  it('takes pictures, videos and documents by name, in any case, and videos by type', () => {
    const files = [
      file('a.JPG'),
      file('IMG_1.HEIC'),
      file('wave.gif'),
      file('scan.TIF'),
      file('clip.mkv'),
      file('menu.PDF'),
      file('odd.xyz', 'video/x-odd'),
    ];
    expect(classifyFiles(files).accepted).toEqual(files);
  });

  it('refuses the rest by name', () => {
    const { accepted, refused } = classifyFiles([file('notes.txt', 'text/plain'), file('drawing.svg', 'image/svg+xml'), file('a.png')]);
    expect(names(accepted)).toEqual(['a.png']);
    expect(names(refused)).toEqual(['notes.txt', 'drawing.svg']);
  });

  it('accepts office files only if the server converts them, and never old formats and macros', () => {
    const files = [file('Specials.PPTX'), file('letter.docx'), file('old.ppt'), file('macros.pptm'), file('a.png')];
    expect(names(classifyFiles(files, true).accepted)).toEqual(['Specials.PPTX', 'letter.docx', 'a.png']);
    expect(names(classifyFiles(files, true).office)).toEqual(['old.ppt', 'macros.pptm']);
    expect(names(classifyFiles(files, false).accepted)).toEqual(['a.png']);
    expect(names(classifyFiles(files, false).office)).toEqual(['Specials.PPTX', 'letter.docx', 'old.ppt', 'macros.pptm']);
  });

  it('takes as many as can wait, the first ones, and says how many more there were', () => {
    const files = Array.from({ length: 33 }, (_, index) => file(`${index}.jpg`));
    expect(takeFirst(files, 30)).toEqual({ taken: files.slice(0, 30), overLimit: 3 });
    expect(takeFirst(files, 3000)).toEqual({ taken: files, overLimit: 0 });
    expect(takeFirst(files, -1)).toEqual({ taken: [], overLimit: 33 });
  });

  it('passes over what systems leave in folders, and keeps empty files back', () => {
    const choice = classifyFiles([file('.DS_Store'), file('Thumbs.db'), file('a.jpg'), new File([], 'cut.jpg')]);
    expect(names(choice.accepted)).toEqual(['a.jpg']);
    expect(choice.refused).toEqual([]);
    expect(names(choice.empty)).toEqual(['cut.jpg']);
  });
});
