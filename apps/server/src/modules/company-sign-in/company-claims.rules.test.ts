import { describe, expect, it } from 'vitest';
import { lacksClaims, mergeClaims, readPerson } from './company-claims.rules.ts';

const MEMBERSHIP = { orgId: '00000000-0000-7000-8000-000000000001', claim: 'groups', values: ['signage', 'screens'] };
const base = { iss: 'https://id.example.com', sub: '1', email: 'ana@example.com', email_verified: true, name: 'Ana Lima' };
const read = (claims: object) => readPerson({ ...base, ...claims }, MEMBERSHIP);

describe('a person of the company', () => {
  it('has the verified address and the name of the claims', () => {
    expect(read({})).toEqual({
      issuer: 'https://id.example.com/',
      subject: '1',
      email: 'ana@example.com',
      name: 'Ana Lima',
      hasSecondFactor: false,
      isListed: false,
    });
  });

  it.each([false, 'true', 1, undefined])('has no address when email_verified is %s', (email_verified) => {
    expect(read({ email_verified }).email).toBeNull();
  });

  it('has no address when it is not a valid one', () => {
    expect(read({ email: 'not an address' }).email).toBeNull();
  });

  it.each([
    ['the user name', { name: undefined, preferred_username: 'ana.lima' }, 'ana.lima'],
    ['the start of the address', { name: '', preferred_username: ' ' }, 'ana'],
    ['a neutral one', { name: '!', email: '-@example.com' }, 'New user'],
    ['a shortened one', { name: 'A'.repeat(99) }, 'A'.repeat(30)],
  ])('gets %s for a name that an account may not have', (_, claims, name) => {
    expect(read(claims).name).toBe(name);
  });

  it.each([
    [{ amr: ['pwd', 'mfa'] }, true],
    [{ acr: 'mfa' }, true],
    [{ acr: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor' }, true],
    [{ acr: 'no-mfa', amr: ['pwd'] }, false],
    [{ amr: 7 }, false],
  ])('with %j has given a second factor: %s', (claims, expected) => {
    expect(read(claims).hasSecondFactor).toBe(expected);
  });

  it.each([
    [['others', 'screens'], true],
    ['signage', true],
    [['Signage'], false],
    [{ signage: true }, false],
    [undefined, false],
  ])('with the groups %j is a member: %s', (groups, expected) => {
    expect(read({ groups }).isListed).toBe(expected);
    expect(readPerson({ ...base, groups }, null).isListed).toBe(false);
  });
});

describe('claims of two responses', () => {
  it('never combine an address with the verification of another one', () => {
    const { email_verified: _, ...idToken } = base;
    const merged = mergeClaims(idToken, { sub: '1', email: 'ben@example.com', email_verified: true });
    expect(merged).toMatchObject({ sub: '1', email: 'ben@example.com', email_verified: true });
    expect(mergeClaims(base, { email: 'ben@example.com', email_verified: false })).toMatchObject({ email: 'ana@example.com' });
  });

  it('are needed when the ID token lacks the address or the role', () => {
    expect(lacksClaims(base, null)).toBe(false);
    expect(lacksClaims(base, MEMBERSHIP)).toBe(true);
    expect(lacksClaims({ ...base, groups: [] }, MEMBERSHIP)).toBe(false);
    expect(lacksClaims({ sub: '1' }, null)).toBe(true);
  });
});
