import type { Organisation } from '@vitrine/contract/organisations';
import { describe, expect, it } from 'vitest';
import {
  countFreePlaces,
  formatBelongings,
  getBelongingsLabel,
  getCapacityLabel,
  getCapacityMessage,
  getMembersLabel,
} from './family-labels.ts';

const family = (overrides: Partial<Organisation> = {}): Organisation => ({
  id: 'family',
  name: 'Lima',
  description: '',
  orgType: 'family',
  subscriptionId: null,
  picture: null,
  memberCount: 4,
  memberLimit: 5,
  orgRole: 'owner',
  owner: { _id: 'ana', name: 'Ana Lima', email: 'ana@example.com' },
  hasEnded: false,
  holds: { albums: 3, playlists: 1, devices: 2 },
  ...overrides,
});
const invited = (count: number, declinedAt: string | null = null) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    email: `${index}@example.com`,
    createdAt: '',
    needsAnswer: false,
    declinedAt,
  }));

describe('family labels', () => {
  it('lists the counts of objects and leaves out empty kinds', () => {
    expect(formatBelongings({ albums: 3, playlists: 1, devices: 2 })).toBe('3 albums, 1 playlist and 2 screens');
    expect(formatBelongings({ albums: 1, playlists: 0, devices: 1 })).toBe('1 album and 1 screen');
    expect(formatBelongings({ albums: 0, playlists: 0, devices: 1 })).toBe('1 screen');
    expect(formatBelongings({ albums: 0, playlists: 0, devices: 0 })).toBe('');
    expect(getBelongingsLabel(family())).toBe('the family’s 3 albums, 1 playlist and 2 screens');
    expect(getBelongingsLabel(family({ holds: { albums: 0, playlists: 0, devices: 0 } }))).toBe(
      'the family’s albums, playlists and screens',
    );
  });

  it('names the number of members who lose access', () => {
    expect([1, 2, 5].map((memberCount) => getMembersLabel(family({ memberCount })))).toEqual([
      '',
      'Its only member loses access. ',
      'Its 4 members lose access. ',
    ]);
  });

  it('counts a pending invitation as a taken place', () => {
    expect(getCapacityLabel(family(), 0)).toBe('3 of 5 members');
    expect(getCapacityLabel(family(), 2)).toBe('3 of 5 members, 2 invited');
    expect([countFreePlaces(family(), invited(1)), countFreePlaces(family(), invited(3))]).toEqual([1, 0]);
    expect(countFreePlaces(family(), invited(3, '2026-11-26T10:00:00.000Z'))).toBe(2);
  });

  it('explains why nobody can be added', () => {
    expect(getCapacityMessage(family(), invited(1))).toBeUndefined();
    expect(getCapacityMessage(family(), invited(2))).toMatch(/up to 5 members besides you/);
    expect(getCapacityMessage(family({ hasEnded: true }), [])).toMatch(/plan has ended/i);
  });
});
