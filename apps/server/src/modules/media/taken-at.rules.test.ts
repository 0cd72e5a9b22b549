import { describe, expect, it } from 'vitest';
import { parseTakenAt } from './taken-at.rules.ts';

const NOW = new Date('2026-07-01T12:00:00Z');

describe('parseTakenAt', () => {
  it('reads the local time as UTC', () => {
    expect(parseTakenAt('2019-05-06T07:08', NOW)).toEqual(new Date('2019-05-06T07:08:00Z'));
    expect(parseTakenAt('2019-05-06T07:08:09', NOW)).toEqual(new Date('2019-05-06T07:08:09Z'));
  });

  it('accepts the present in every time zone', () => {
    expect(parseTakenAt('2026-07-02T02:00', NOW)).toEqual(new Date('2026-07-02T02:00:00Z'));
  });

  it.each([
    ['2026-07-02T02:01', 'The date taken can’t be in the future.'],
    ['1825-12-31T23:59', 'Enter a date after 1825.'],
  ])('rejects %s', (text, message) => {
    expect(() => parseTakenAt(text, NOW)).toThrow(message);
  });

  it('returns null for the time of the file', () => {
    expect(parseTakenAt(null, NOW)).toBeNull();
  });
});
