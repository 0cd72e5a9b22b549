import { ERRORS, type ErrorCode, LIMITS } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { canUndo, type Departure, mayInvite } from './former-members.rules.ts';
import type { FamilyPlan } from './organisations.events.ts';

/** Returns the number of places in addition to the owner's; pending invitations count. */
export const getMemberCapacity = ({ members }: FamilyPlan): number => Math.min(LIMITS.familyMembers, members);

interface Candidate {
  id: string;
  /** In lower case. */
  email: string;
  role: string;
  disabled_at: Date | null;
  /** An unverified account has not proven its address, so it is invited like one without an account. */
  is_verified: boolean;
  /** The families they are in already. */
  org_ids: string[];
}

export const canBeMember = ({ role, disabled_at, is_verified }: Omit<Candidate, 'org_ids'>): boolean =>
  is_verified && role === 'user' && disabled_at === null;

interface MembershipContext<C extends Candidate> {
  orgId: string;
  requestedBy: string;
  /** Accounts with one of the addresses. */
  people: readonly C[];
  /** Open invitations. `user_id` is the former member who must accept. */
  pendingInvitations: readonly { email: string; user_id: string | null }[];
  /** Departures from families of this owner, by user id. */
  departures: ReadonlyMap<string, Departure>;
  now: Date;
  memberCount: number;
  capacity: number;
}

export interface AddMembersPlan<C extends Candidate> {
  joining: C[];
  /** Former members, who join only after they accept an invitation. */
  asked: C[];
  /** Addresses that were not invited before. */
  invited: string[];
  /** Addresses that were invited before and get the email again. */
  reminded: string[];
}

/** Returns whether the person was a member of a family of this owner, and the owner's removal can no longer be undone. */
function needsConsent({ id }: Candidate, { orgId, departures, now }: MembershipContext<Candidate>): boolean {
  const departure = departures.get(id);
  return departure !== undefined && !canUndo(departure, orgId, now);
}

function getRefusal(person: Candidate, company: MembershipContext<Candidate>): [ErrorCode, string?] | undefined {
  const { orgId, requestedBy, departures, now } = company;
  const isOneself = person.id === requestedBy;
  if (person.org_ids.includes(orgId)) return ['MEMBER_KNOWN', isOneself ? 'You’re already in your family.' : undefined];
  if (person.org_ids.length > 0) return ['MEMBER_ELSEWHERE'];
  if (!canBeMember(person)) return ['MEMBER_REFUSED'];
  const departure = departures.get(person.id);
  const isTooSoon = departure !== undefined && needsConsent(person, company) && !mayInvite(departure, now);
  return isTooSoon ? ['MEMBER_INVITED_TODAY'] : undefined;
}

/**
 * Decides how each address is added. Throws MEMBER_KNOWN, MEMBER_ELSEWHERE, MEMBER_REFUSED, MEMBER_INVITED_TODAY or MEMBER_LIMIT when one of
 * them cannot be added.
 */
export function planAddMembers<C extends Candidate>(emails: readonly string[], company: MembershipContext<C>): AddMembersPlan<C> {
  const { people, pendingInvitations, memberCount, capacity } = company;
  const plan: AddMembersPlan<C> = { joining: [], asked: [], invited: [], reminded: [] };
  const known = emails.map((email) => email.toLowerCase());
  for (const [index, email] of known.entries()) {
    if (known.indexOf(email) < index) continue;
    const person = people.find((candidate) => candidate.email === email && candidate.is_verified);
    const refusal = person && getRefusal(person, company);
    if (refusal) {
      const [code, message = ERRORS[code].message] = refusal;
      throw new AppError(code, message, { issues: [{ path: `emails.${index}`, message }] });
    }
    if (person) (needsConsent(person, company) ? plan.asked : plan.joining).push(person);
    else if (pendingInvitations.some((invitation) => invitation.email === email)) plan.reminded.push(email);
    else plan.invited.push(email);
  }
  const accounts = [...plan.joining, ...plan.asked];
  // An account with an open invitation has a place already.
  const promised = accounts.filter(({ id, email }) =>
    pendingInvitations.some((open) => open.email === email || open.user_id === id),
  ).length;
  const added = accounts.length - promised + plan.invited.length;
  if (added > 0 && memberCount + pendingInvitations.length + added > capacity) throw new AppError('MEMBER_LIMIT');
  return plan;
}
