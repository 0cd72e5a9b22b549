import { ERRORS, type ErrorCode, LIMITS } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import type { FamilyPlan } from './organisations.ports.ts';

/** Places beside the owner's; invitations that wait take one as well. */
export const placesOf = ({ members }: FamilyPlan): number => Math.min(LIMITS.familyMembers, members);

interface Candidate {
  id: string;
  /** In lower case. */
  email: string;
  role: string;
  disabled_at: Date | null;
  /** Otherwise nobody has proven that the address is theirs: it is invited like one without an account. */
  is_verified: boolean;
  /** The families they are in already. */
  org_ids: string[];
}

export const canBelong = ({ role, disabled_at, is_verified }: Omit<Candidate, 'org_ids'>): boolean =>
  is_verified && role === 'user' && disabled_at === null;

interface Company<C extends Candidate> {
  orgId: string;
  askedBy: string;
  /** Accounts with one of the addresses. */
  people: readonly C[];
  /** Addresses that are invited already. */
  waiting: readonly string[];
  memberCount: number;
  places: number;
}

export interface AddingPlan<C extends Candidate> {
  joining: C[];
  /** Addresses that were not invited before. */
  invited: string[];
  /** Those that were: they get their mail again. */
  reminded: string[];
}

function refusalOf(person: Candidate, { orgId, askedBy }: Pick<Company<Candidate>, 'orgId' | 'askedBy'>): [ErrorCode, string?] | undefined {
  const isOneself = person.id === askedBy;
  if (person.org_ids.includes(orgId)) return ['MEMBER_KNOWN', isOneself ? 'You are in your family already.' : undefined];
  if (person.org_ids.length > 0) return ['MEMBER_ELSEWHERE'];
  return canBelong(person) ? undefined : ['MEMBER_REFUSED'];
}

/** What a call to add these addresses comes to, or why none of them is added: MEMBER_KNOWN, MEMBER_ELSEWHERE, MEMBER_REFUSED, MEMBER_LIMIT. */
export function planAdding<C extends Candidate>(emails: readonly string[], company: Company<C>): AddingPlan<C> {
  const { people, waiting, memberCount, places } = company;
  const plan: AddingPlan<C> = { joining: [], invited: [], reminded: [] };
  const known = emails.map((email) => email.toLowerCase());
  for (const [index, email] of known.entries()) {
    if (known.indexOf(email) < index) continue;
    const person = people.find((candidate) => candidate.email === email && candidate.is_verified);
    const refusal = person && refusalOf(person, company);
    if (refusal) {
      const [code, message = ERRORS[code].message] = refusal;
      throw new AppError(code, message, { issues: [{ path: `emails.${index}`, message }] });
    }
    if (person) plan.joining.push(person);
    else if (waiting.includes(email)) plan.reminded.push(email);
    else plan.invited.push(email);
  }
  // Whoever is invited and has an account by now has a place already.
  const promised = plan.joining.filter(({ email }) => waiting.includes(email)).length;
  const taken = memberCount + waiting.length - promised + plan.joining.length + plan.invited.length;
  const isMore = plan.joining.length - promised + plan.invited.length > 0;
  if (isMore && taken > places) throw new AppError('MEMBER_LIMIT');
  return plan;
}
