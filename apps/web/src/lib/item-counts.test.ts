import { expect, it } from 'vitest';
import { formatItemCounts } from './item-counts.ts';

const EMPTY = { imageCount: 0, videoCount: 0, otherCount: 0, documentCount: 0 };

it('lists each kind that an album contains with its number', () => {
  expect(formatItemCounts({ imageCount: 3, videoCount: 0, otherCount: 1, documentCount: 1 })).toBe('3 photos, 1 document');
  expect(formatItemCounts({ imageCount: 1, videoCount: 2, otherCount: 5, documentCount: 2 })).toBe(
    '1 photo, 2 videos, 2 documents, 3 other items',
  );
});

it('formats an empty album as an empty text', () => {
  expect(formatItemCounts(EMPTY)).toBe('');
});
