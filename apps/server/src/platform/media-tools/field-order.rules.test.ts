import { describe, expect, it } from 'vitest';
import { buildDeinterlaceFilters, countFields, decideFieldOrder, type FieldCounts, mayBeInterlaced } from './field-order.ts';
import type { FieldOrder } from './video-tool-types.ts';

const counts = (top: number, bottom: number, progressive: number): FieldCounts => ({ top, bottom, progressive });

describe('decideFieldOrder', () => {
  it.each<[string, FieldOrder, FieldCounts, FieldOrder]>([
    ['keeps the stated order in a still scene', 'top', counts(0, 0, 40), 'top'],
    ['keeps the stated order when the frames are unclear', 'bottom', counts(20, 15, 40), 'bottom'],
    ['corrects a wrong order', 'top', counts(1, 60, 10), 'bottom'],
    ['finds fields in a stream that states none', 'unknown', counts(60, 2, 20), 'top'],
    ['finds fields in a stream marked as progressive', 'progressive', counts(0, 90, 5), 'bottom'],
    ['ignores a few wrong frames', 'progressive', counts(7, 0, 3), 'progressive'],
    ['keeps progressive frames', 'unknown', counts(10, 0, 80), 'progressive'],
  ])('%s', (_name, stated, seen, expected) => {
    expect(decideFieldOrder(stated, seen)).toBe(expected);
  });
});

describe('mayBeInterlaced', () => {
  const pal = { fieldOrder: 'progressive', videoCodec: 'h264', codedHeight: 576, framesPerSecond: 25 } as const;

  it.each([
    ['a marked stream of any size', { ...pal, fieldOrder: 'bottom', codedHeight: 300 } as const, true],
    ['the size and rate of PAL', pal, true],
    ['50 frames per second', { ...pal, framesPerSecond: 50 }, false],
    ['the height of a phone', { ...pal, codedHeight: 720 }, false],
    ['a codec without fields', { ...pal, videoCodec: 'vp9' }, false],
  ])('examines %s: %s', (_name, probe, expected) => {
    expect(mayBeInterlaced(probe)).toBe(expected);
  });
});

describe('buildDeinterlaceFilters', () => {
  it('passes the order of the fields, and nothing for whole frames', () => {
    expect(buildDeinterlaceFilters({ fieldOrder: 'bottom' })).toEqual(['bwdif=mode=send_frame:parity=bff:deint=all']);
    expect(buildDeinterlaceFilters({ fieldOrder: 'progressive' })).toEqual([]);
  });
});

describe('countFields', () => {
  it('counts the names that the filter writes', () => {
    expect(countFields(['tff', 'tff', 'bff', 'progressive', 'undetermined'])).toEqual(counts(2, 1, 1));
  });
});
