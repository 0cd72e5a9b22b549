import { describe, expect, it } from 'vitest';
import { getDownloadName, getScreenBox, getTitle, parseRange, sanitizeFileName, snapToRenditionLadder } from './files.rules.ts';

describe('file names', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ana\\photo.jpg', 'photo.jpg'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['a\u0000b\n.jpg', 'ab.jpg'],
    ['  ', 'Untitled'],
    ['..', '..'],
    ['x'.repeat(300), 'x'.repeat(255)],
  ])('show %j as %j', (given, shown) => {
    expect(sanitizeFileName(given)).toBe(shown);
  });

  it('become titles without the extension, and download names with the extension of their type', () => {
    expect(getTitle('holiday.2024.JPG')).toBe('holiday.2024');
    expect(getTitle('.jpg')).toBe('.jpg');
    expect(getDownloadName('page.html', 'image/png')).toBe('page.png');
  });
});

describe('rendition sizes', () => {
  it('are rounded up to the next step, with a maximum', () => {
    expect([
      snapToRenditionLadder(1),
      snapToRenditionLadder(130),
      snapToRenditionLadder(131),
      snapToRenditionLadder(3840),
      snapToRenditionLadder(undefined),
    ]).toEqual([64, 130, 160, 3840, undefined]);
  });

  it('for screens have the orientation of the picture', () => {
    expect(getScreenBox({ width: 4000, height: 3000 })).toEqual({ width: 3840, height: 2160 });
    expect(getScreenBox({ width: 3000, height: 4000 })).toEqual({ width: 2160, height: 3840 });
  });
});

describe('ranges', () => {
  it.each([
    [undefined, 'all'],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', 'all'],
    ['bytes=0-1,5-6', 'all'],
    ['lines=1-2', 'all'],
  ] as const)('of 100 bytes parse %j as %j', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });
});
