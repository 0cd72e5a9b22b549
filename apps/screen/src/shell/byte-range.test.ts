import { describe, expect, it } from 'vitest';
import { parseRangeHeader } from './byte-range.ts';

describe('parseRangeHeader', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-400', { start: 90, end: 99 }],
    ['bytes=99-99', { start: 99, end: 99 }],
    ['bytes=-30', { start: 70, end: 99 }],
    ['bytes=-300', { start: 0, end: 99 }],
  ])('parses the range %s', (header, range) => {
    expect(parseRangeHeader(header, 100)).toEqual(range);
  });

  it.each(['bytes=100-', 'bytes=500-600', 'bytes=-0'])('reports %s as unsatisfiable', (header) => {
    expect(parseRangeHeader(header, 100)).toBe('unsatisfiable');
  });

  it.each([null, '', 'bytes=-', 'bytes=5-2', 'bytes=1-2,5-6', 'lines=1-2', 'bytes=a-b'])(
    'returns null for %s, so that the whole file is sent',
    (header) => {
      expect(parseRangeHeader(header, 100)).toBeNull();
    },
  );
});
