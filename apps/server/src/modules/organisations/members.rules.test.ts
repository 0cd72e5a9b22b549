import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { placesOf, planAdding } from './members.rules.ts';

const person = (name: string, change: object = {}) => ({
  id: name,
  email: `${name}@example.com`,
  role: 'user',
  disabled_at: null,
  is_verified: true,
  org_ids: [] as string[],
  ...change,
});
const company = (change: object = {}) => ({
  orgId: 'family',
  askedBy: 'ana',
  people: [person('ben'), person('cleo', { is_verified: false, role: 'host' }), person('dora', { org_ids: ['other'] })],
  waiting: [] as string[],
  memberCount: 0,
  places: 5,
  ...change,
});
const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return undefined;
};

describe('what becomes of addresses', () => {
  it('is joining for proven accounts, an invitation for the rest, a reminder for who has one, each once', () => {
    const emails = ['Ben@Example.com', 'ben@example.com', 'cleo@example.com', 'eva@example.com', 'EVA@example.com', 'fay@example.com'];
    const plan = planAdding(emails, company({ waiting: ['fay@example.com'] }));
    expect(plan.joining.map(({ id }) => id)).toEqual(['ben']);
    expect([plan.invited, plan.reminded]).toEqual([['cleo@example.com', 'eva@example.com'], ['fay@example.com']]);
  });

  it('counts members, those who wait and those who are new, and nobody twice who waits and joins', () => {
    const add = (change: object, ...emails: string[]) => codeOf(() => planAdding(emails, company(change)));
    expect(add({ memberCount: 4 }, 'ben@example.com')).toBeUndefined();
    expect(add({ memberCount: 4 }, 'ben@example.com', 'eva@example.com')).toBe('MEMBER_LIMIT');
    expect(add({ memberCount: 4, waiting: ['eva@example.com'] }, 'ben@example.com')).toBe('MEMBER_LIMIT');
    expect(add({ memberCount: 4, waiting: ['ben@example.com'] }, 'ben@example.com')).toBeUndefined();
  });

  it('is a reminder also where there are more of them than places: a plan may have become smaller', () => {
    expect(codeOf(() => planAdding(['eva@example.com'], company({ places: 0, waiting: ['eva@example.com'] })))).toBeUndefined();
  });

  it('is told of the first who cannot be added, before anything is counted', () => {
    expect(codeOf(() => planAdding(['dora@example.com', 'ben@example.com'], company({ places: 0 })))).toBe('MEMBER_ELSEWHERE');
  });
});

it('a family has five places beside its owner’s, or fewer where the plan has fewer people', () => {
  expect([0, 2, 5, 24].map((members) => placesOf({ isRunning: true, members }))).toEqual([0, 2, 5, 5]);
});
