import { describe, expect, it } from 'vitest';
import { parseSearchDate } from './search.rules.ts';

const days = (text: string) => {
  const { when, rest } = parseSearchDate(text);
  return [when?.from.toISOString().slice(0, 10), when?.to.toISOString().slice(0, 10), rest];
};

describe('parsing a search text', () => {
  it.each([
    ['july 2024', '2024-07-01', '2024-08-01', ''],
    ['2024 jul', '2024-07-01', '2024-08-01', ''],
    ['dec. 2023', '2023-12-01', '2024-01-01', ''],
    ['2024-07', '2024-07-01', '2024-08-01', ''],
    ['7/2024', '2024-07-01', '2024-08-01', ''],
    ['1955', '1955-01-01', '1956-01-01', ''],
    ['lisbon, july 2024', '2024-07-01', '2024-08-01', 'lisbon'],
    ['lisbon in 2024', '2024-01-01', '2025-01-01', 'lisbon'],
  ])('reads %s as a time', (text, from, to, rest) => {
    expect(days(text)).toEqual([from, to, rest]);
  });

  it.each(['lisbon', 'july', '2024-13', 'img_20240721', '12345', 'may'])('does not read %s as a time', (text) => {
    expect(days(text)).toEqual([undefined, undefined, text]);
  });
});
