import { describe, expect, it } from 'vitest';
import { type AccountType, getEffectiveAccount, type Membership } from './effective-mode.ts';

const own: Membership = { id: 'own', orgRole: 'owner' };
const other: Membership = { id: 'other', orgRole: 'owner' };
const joined: Membership = { id: 'joined', orgRole: 'subAdmin' };
const joinedToo: Membership = { id: 'joined-too', orgRole: 'subAdmin' };

const rows: [orgs: Membership[], accountType: AccountType, mode: string, orgId: string | undefined][] = [
  [[], 'other', 'ordinary', undefined],
  [[], 'family', 'ordinary', undefined],
  [[own], 'other', 'owner', 'own'],
  [[own], 'family', 'owner', 'own'],
  [[joined], 'family', 'sub-admin', 'joined'],
  [[joined], 'other', 'ordinary', undefined],
  [[joined, own], 'family', 'sub-admin', 'joined'],
  [[joined, own], 'other', 'adminSubAdmin', 'own'],
  [[own, other], 'family', 'owner', 'own'],
  [[own, other], 'other', 'adminSubAdmin', 'other'],
  [[own, joined], 'family', 'owner', 'own'],
  [[own, joined], 'other', 'owner', 'own'],
  [[joined, joinedToo], 'family', 'sub-admin', 'joined'],
  [[joined, joinedToo], 'other', 'ordinary', undefined],
];

describe('the effective mode', () => {
  for (const [orgs, accountType, mode, orgId] of rows) {
    const who = orgs.map(({ orgRole }) => orgRole).join(' and ') || 'member of nothing';
    it(`is ${mode} for ${who} with the account type ${accountType}`, () => {
      expect(getEffectiveAccount(orgs, accountType)).toEqual({ mode, orgId });
    });
  }
});
