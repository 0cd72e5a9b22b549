import { describe, expect, it } from 'vitest';
import { parseRangeHeader } from './byte-range.ts';

describe('reading a Range header', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-400', { start: 90, end: 99 }],
    ['bytes=99-99', { start: 99, end: 99 }],
    ['bytes=-30', { start: 70, end: 99 }],
    ['bytes=-300', { start: 0, end: 99 }],
  ])('%s asks for a piece', (header, range) => {
    expect(parseRangeHeader(header, 100)).toEqual(range);
  });

  it.each(['bytes=100-', 'bytes=500-600', 'bytes=-0'])('%s cannot be satisfied', (header) => {
    expect(parseRangeHeader(header, 100)).toBe('unsatisfiable');
  });

  it.each([null, '', 'bytes=-', 'bytes=5-2', 'bytes=1-2,5-6', 'lines=1-2', 'bytes=a-b'])('%s is answered whole', (header) => {
    expect(parseRangeHeader(header, 100)).toBeNull();
  });
});
