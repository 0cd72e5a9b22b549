import { describe, expect, it } from 'vitest';
import { findRequiredBy, lacksSecondFactor, startRequirements } from './second-factor-requirement.rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const support = {
  mode: 'optional' as const,
  staffSince: at(1),
  consoleRole: 'support' as const,
  requiredSince: {},
  hasSecondFactor: false,
};

describe('the date from which on the console needs a second factor', () => {
  it('is a week after the account became staff when the operator requires it', () => {
    expect(findRequiredBy({ ...support, mode: 'console' })).toEqual(at(8));
    expect(findRequiredBy(support)).toBeNull();
  });

  it('is a week after a super-admin required it for the role', () => {
    expect(findRequiredBy({ ...support, requiredSince: { support: at(10).toISOString() } })).toEqual(at(17));
    expect(findRequiredBy({ ...support, requiredSince: { admin: at(10).toISOString() } })).toBeNull();
  });

  it('gives accounts a week that became staff after the requirement started', () => {
    expect(findRequiredBy({ ...support, staffSince: at(20), requiredSince: { support: at(10).toISOString() } })).toEqual(at(27));
  });

  it('is the earlier one of both', () => {
    expect(findRequiredBy({ ...support, mode: 'console', requiredSince: { support: at(10).toISOString() } })).toEqual(at(8));
  });

  it('does not exist for accounts with a second factor or without access to the console', () => {
    const requiredSince = { support: at(1).toISOString() };
    expect(findRequiredBy({ ...support, requiredSince, hasSecondFactor: true })).toBeNull();
    expect(findRequiredBy({ ...support, requiredSince, consoleRole: undefined })).toBeNull();
    expect(lacksSecondFactor({ ...support, requiredSince }, at(7))).toBe(false);
    expect(lacksSecondFactor({ ...support, requiredSince }, at(8))).toBe(true);
  });
});

it('a role that stays required keeps its start', () => {
  const before = { admin: at(1).toISOString(), support: at(2).toISOString() };
  expect(startRequirements(before, ['admin', 'partnerAdmin'], at(9))).toEqual({
    admin: at(1).toISOString(),
    partnerAdmin: at(9).toISOString(),
  });
});
