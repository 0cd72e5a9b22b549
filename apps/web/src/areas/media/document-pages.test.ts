import type { Media } from '@vitrine/contract/media';
import { describe, expect, it } from 'vitest';
import { formatPages, listShownPages, movePage, toPage } from './document-pages.ts';

const key = '00000000-0000-7000-8000-0000000f0001';
const pdf = { kind: 'document', mediaFile: { key }, pageCount: 3, pageOrder: null } as Media;

describe('pages of a document', () => {
  it('are shown in the order of the file unless another order was chosen', () => {
    expect(listShownPages(pdf)).toEqual([1, 2, 3]);
    expect(listShownPages({ ...pdf, pageOrder: [3, 1] })).toEqual([3, 1]);
    expect(listShownPages({ ...pdf, pageCount: null })).toEqual([]);
    expect(listShownPages({ ...pdf, kind: 'image', pageCount: null })).toEqual([]);
  });

  it('have different keys, and an unknown size', () => {
    expect(toPage(pdf, 2)).toMatchObject({ mediaFile: { key: `${key}.3` }, width: null });
    expect(toPage({ ...pdf, pageOrder: [3, 1] }, 1).mediaFile.key).toBe(key);
  });

  it('represent the document by the first one', () => {
    expect(toPage(pdf, 0)).toBe(pdf);
  });

  it('move within bounds', () => {
    expect(movePage([1, 2, 3], 1, 2)).toEqual([2, 3, 1]);
    expect(movePage([1, 2, 3], 3, -1)).toEqual([3, 1, 2]);
    expect(movePage([1, 2, 3], 1, 9)).toEqual([2, 3, 1]);
  });

  it('are counted on the tile', () => {
    const mediaFile = { ...pdf.mediaFile, mimetype: 'application/pdf' };
    expect(formatPages({ mediaFile, pageCount: 12 })).toBe('PDF · 12 pages');
    expect(formatPages({ mediaFile, pageCount: 1 })).toBe('PDF · 1 page');
    expect(formatPages({ mediaFile, pageCount: null })).toBe('PDF');
  });
});
