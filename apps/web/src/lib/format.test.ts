import { describe, expect, it, test } from 'vitest';
import {
  formatBytes,
  formatCents,
  formatClock,
  formatCount,
  formatDate,
  formatDay,
  formatFileSize,
  formatLimit,
  formatPrice,
  formatRelative,
  formatTimeLeft,
} from './format.ts';

describe('figures as people read them', () => {
  it('switches the unit of sizes by thousands', () => {
    expect([900, 53_000, 999_999, 1_000_000, 8_200_000, 1_500_000_000].map(formatBytes)).toEqual([
      '0.90 KB',
      '53.00 KB',
      '1000.00 KB',
      '1.00 MB',
      '8.20 MB',
      '1.5000 GB',
    ]);
  });

  it('says a limit without the zeros behind it', () => {
    expect([0, 1_000_000, 1_500_000, 5_000_000_000, 68_719_476_736].map(formatLimit)).toEqual([
      '0 KB',
      '1 MB',
      '1.5 MB',
      '5 GB',
      '68.72 GB',
    ]);
  });

  it('tells the size of a file in steps of 1024', () => {
    expect([0, 512, 1024, 1536, 5 * 1024 ** 2, 4.5 * 1024 ** 3].map(formatFileSize)).toEqual([
      '0 bytes',
      '512 bytes',
      '1 KB',
      '1.5 KB',
      '5 MB',
      '4.5 GB',
    ]);
  });

  it('writes dates as MM/DD/YYYY', () => expect(formatDate('2026-03-09T12:00:00Z')).toBe('03/09/2026'));

  it('keeps a birthday on its day, wherever one is', () => expect(formatDay('1990-05-09')).toBe('05/09/1990'));

  it('tells the past relative to now', () => {
    const now = Date.parse('2026-03-09T12:00:00Z');
    expect(formatRelative('2026-03-09T11:59:50Z', now)).toBe('just now');
    expect(formatRelative('2026-03-09T11:55:00Z', now)).toBe('5 minutes ago');
    expect(formatRelative('2026-03-08T11:00:00Z', now)).toBe('yesterday');
  });

  it('writes lengths as a clock does', () => expect([7.6, 67, 3753].map(formatClock)).toEqual(['0:08', '1:07', '1:02:33']));

  it('tells the time left, and nothing while it is unknown', () => {
    expect([0.2, 42, 130, 9000].map(formatTimeLeft)).toEqual(['1 sec left', '42 sec left', '2 min left', '2.5 hr left']);
    expect(formatTimeLeft(Number.POSITIVE_INFINITY)).toBe('');
  });

  it('formats counts with their noun', () =>
    expect([formatCount(1, 'photo'), formatCount(2, 'photo'), formatCount(30_000, 'photo')]).toEqual([
      '1 photo',
      '2 photos',
      '30,000 photos',
    ]));
});

test('a charge is written with its cents, below zero as well', () => {
  expect([29_900, 299_000, 5, 0, -1050].map(formatCents)).toEqual(['$299.00', '$2,990.00', '$0.05', '$0.00', '-$10.50']);
});

test('a price shows cents only where it has some', () => {
  expect([29_900, 999_000, 1999].map(formatPrice)).toEqual(['$299', '$9,990', '$19.99']);
});
