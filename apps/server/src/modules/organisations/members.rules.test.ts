import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import type { Departure } from './former-members.rules.ts';
import { getMemberCapacity, planAddMembers } from './members.rules.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const open = (email: string, user_id: string | null = null) => ({ email, user_id });
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
  requestedBy: 'ana',
  people: [person('ben'), person('cleo', { is_verified: false, role: 'host' }), person('dora', { org_ids: ['other'] })],
  pendingInvitations: [] as { email: string; user_id: string | null }[],
  departures: new Map<string, Departure>(),
  now: NOW,
  memberCount: 0,
  capacity: 5,
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

describe('adding addresses to a family', () => {
  it('joins verified accounts, invites other addresses, and reminds invited ones, each once', () => {
    const emails = ['Ben@Example.com', 'ben@example.com', 'cleo@example.com', 'eva@example.com', 'EVA@example.com', 'fay@example.com'];
    const plan = planAddMembers(emails, company({ pendingInvitations: [open('fay@example.com')] }));
    expect(plan.joining.map(({ id }) => id)).toEqual(['ben']);
    expect([plan.invited, plan.reminded]).toEqual([['cleo@example.com', 'eva@example.com'], ['fay@example.com']]);
  });

  it('counts members, pending invitations and new people, and each person once', () => {
    const add = (change: object, ...emails: string[]) => codeOf(() => planAddMembers(emails, company(change)));
    expect(add({ memberCount: 4 }, 'ben@example.com')).toBeUndefined();
    expect(add({ memberCount: 4 }, 'ben@example.com', 'eva@example.com')).toBe('MEMBER_LIMIT');
    expect(add({ memberCount: 4, pendingInvitations: [open('eva@example.com')] }, 'ben@example.com')).toBe('MEMBER_LIMIT');
    expect(add({ memberCount: 4, pendingInvitations: [open('ben@example.com')] }, 'ben@example.com')).toBeUndefined();
  });

  it('sends reminders also when a smaller plan is exceeded', () => {
    expect(
      codeOf(() => planAddMembers(['eva@example.com'], company({ capacity: 0, pendingInvitations: [open('eva@example.com')] }))),
    ).toBeUndefined();
  });

  it('reports the first person who cannot be added, before it counts', () => {
    expect(codeOf(() => planAddMembers(['dora@example.com', 'ben@example.com'], company({ capacity: 0 })))).toBe('MEMBER_ELSEWHERE');
  });
});

describe('a former member', () => {
  const departed = (secondsAgo: number, change: Partial<Departure> = {}) =>
    company({
      departures: new Map([
        [
          'ben',
          {
            org_id: 'family',
            left_at: new Date(NOW.getTime() - secondsAgo * 1000),
            was_removed: true,
            next_invitation_at: null,
            ...change,
          },
        ],
      ]),
    });
  const namesIn = (given: ReturnType<typeof company>) => {
    const { joining, asked } = planAddMembers(['ben@example.com'], given);
    return { joining: joining.map(({ id }) => id), asked: asked.map(({ id }) => id) };
  };

  it('joins without consent within 30 seconds after the owner removed them from this family, and is invited from then on', () => {
    expect(namesIn(departed(29.999))).toEqual({ joining: ['ben'], asked: [] });
    expect(namesIn(departed(30))).toEqual({ joining: [], asked: ['ben'] });
  });

  it('is invited immediately after leaving, or after a removal from another family of the owner', () => {
    expect(namesIn(departed(0, { was_removed: false })).asked).toEqual(['ben']);
    expect(namesIn(departed(0, { org_id: 'other' })).asked).toEqual(['ben']);
  });

  it('is refused before the next invitation is allowed', () => {
    const next = (offsetMs: number) => ({ next_invitation_at: new Date(NOW.getTime() + offsetMs) });
    expect(codeOf(() => namesIn(departed(60, next(1))))).toBe('MEMBER_INVITED_TODAY');
    expect(namesIn(departed(60, next(0))).asked).toEqual(['ben']);
    expect(namesIn(departed(1, next(1))).joining).toEqual(['ben']);
  });

  it('counts toward the limit on a new invitation, unless one is open', () => {
    const asked = (change: object) => codeOf(() => planAddMembers(['ben@example.com'], { ...departed(60), capacity: 1, ...change }));
    expect(asked({})).toBeUndefined();
    expect(asked({ memberCount: 1 })).toBe('MEMBER_LIMIT');
    expect(asked({ pendingInvitations: [open('previous@example.com', 'ben')] })).toBeUndefined();
  });
});

it('allows five members in addition to the owner, or fewer if the plan allows fewer', () => {
  expect([0, 2, 5, 24].map((members) => getMemberCapacity({ isRunning: true, members }))).toEqual([0, 2, 5, 5]);
});
