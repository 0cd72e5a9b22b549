import { describe, expect, it } from 'vitest';
import { getLinkExpiry, getLinkTermsLabel, getLinkUrl, getLinkUsageLabel } from './link-labels.ts';

const link = {
  _id: '1',
  albumId: '2',
  tokenEnd: 'x7Qf',
  canCopy: true,
  madeBy: { userId: '3', name: 'Ana' },
  hasPassword: false,
  allowsDownload: false,
  expiresAt: null,
  hasExpired: false,
  openedCount: 0,
  lastOpenedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
};

describe('labels of a link', () => {
  it('contain its permissions and expiry', () => {
    expect(getLinkTermsLabel(link)).toBe('No expiration date · view only');
    const ending = { ...link, expiresAt: '2026-12-01T12:00:00Z', hasPassword: true, allowsDownload: true };
    expect(getLinkTermsLabel(ending)).toBe('Expires 12/01/2026 · password protected · downloads allowed');
    expect(getLinkTermsLabel({ ...ending, hasExpired: true })).toMatch(/^Expired 12\/01\/2026/);
  });

  it('says how often it was opened, and when last', () => {
    expect(getLinkUsageLabel(link)).toBe('Never opened');
    const now = Date.parse('2026-06-01T12:00:00Z');
    expect(getLinkUsageLabel({ openedCount: 1, lastOpenedAt: '2026-06-01T11:00:00Z' }, now)).toMatch(/^Opened once, .*hour/);
    expect(getLinkUsageLabel({ openedCount: 3, lastOpenedAt: '2026-06-01T11:00:00Z' }, now)).toMatch(/^Opened 3 times, last .*hour/);
  });

  it('leads to the page of the album', () => {
    expect(getLinkUrl('https://vitrine.example', 'abc')).toBe('https://vitrine.example/shared/abc');
  });
});

describe('the end of a link', () => {
  const now = Date.parse('2026-06-01T12:00:00Z');
  it('is counted from now, or is the end of a day, or none', () => {
    expect(getLinkExpiry('week', '', now)).toBe('2026-06-08T12:00:00.000Z');
    expect(getLinkExpiry('month', '', now)).toBe('2026-07-01T12:00:00.000Z');
    expect(getLinkExpiry('day', '2026-06-03', now)).toBe(new Date(2026, 5, 3, 23, 59, 59).toISOString());
    expect(getLinkExpiry('never', '', now)).toBeNull();
    expect(getLinkExpiry('kept', '', now)).toBeUndefined();
  });
});
