import { describe, expect, it } from 'vitest';
import { getStartOfNextMonth, splitIntoMonths } from './timeline.rules.ts';

const shapeOf = (...pairs: [month: number, ratio: number][]): Buffer =>
  Buffer.concat(
    pairs.map(([month, ratio]) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt16BE(month, 0);
      bytes.writeUInt16BE(ratio, 2);
      return bytes;
    }),
  );

describe('the months of a timeline', () => {
  it('are split by month, with the aspect ratios of their media', () => {
    const months = splitIntoMonths(shapeOf([2694, 1500], [2694, 65_535], [2693, 0], [2687, 667]), 1800);
    expect(months.map(({ month, count }) => [month, count])).toEqual([
      ['2024-07', 2],
      ['2024-06', 1],
      ['2023-12', 1],
    ]);
    const ratios = Buffer.from(months[0]?.ratios ?? '', 'base64');
    expect([ratios.readUInt16LE(0), ratios.readUInt16LE(2)]).toEqual([1500, 65_535]);
    expect(splitIntoMonths(Buffer.alloc(0), 1800)).toEqual([]);
  });

  it.each([
    ['2024-07', '2024-08-01T00:00:00.000Z'],
    ['2023-12', '2024-01-01T00:00:00.000Z'],
  ])('of %s end where the next month starts', (month, end) => {
    expect(getStartOfNextMonth(month).toISOString()).toBe(end);
  });
});
