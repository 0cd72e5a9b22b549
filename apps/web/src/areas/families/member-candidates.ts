import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { ERRORS } from '@vitrine/contract/errors';
import type { SuggestedPerson } from '@vitrine/contract/organisations';
import { matchesSearch } from '../../lib/typed-search.ts';

/** Person to add: an account, or an address that will be invited by email. */
export interface Candidate {
  email: string;
  /** Name of the account. */
  name?: string;
  pictureKey?: string;
  /** Why they cannot be added. */
  refusal?: string;
}

/** Data for the search of people. */
export interface CandidateSearch {
  text: string;
  /** People with whom the owner shares albums. */
  known: readonly SuggestedPerson[];
  /** The account with exactly this address: null when it does not exist, undefined before the response. */
  found: SuggestedPerson | null | undefined;
  /** Why members and invited people cannot be added, by lower-case address. */
  present: ReadonlyMap<string, string>;
  picked: readonly Candidate[];
}

const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const isEmailAddress = (text: string): boolean => EMAIL_PATTERN.test(text);
/** As addresses are compared. */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase();

const ALREADY_INVITED = 'Already invited. You can resend the invitation from the list.';

/** Addresses of current and invited members, including the owner. */
export const getPresentEmails = (
  members: readonly { email: string }[],
  invited: readonly { email: string }[],
): CandidateSearch['present'] =>
  new Map([
    ...invited.map(({ email }): [string, string] => [normalizeEmail(email), ALREADY_INVITED]),
    ...members.map(({ email }): [string, string] => [normalizeEmail(email), ERRORS.MEMBER_KNOWN.message]),
  ]);

function toCandidate({ name, email, profilePicture, canBeAdded }: SuggestedPerson, present: CandidateSearch['present']): Candidate {
  const refusal = present.get(normalizeEmail(email)) ?? (canBeAdded ? undefined : BUSINESS_MESSAGES.memberElsewhere);
  return { email, name, pictureKey: profilePicture?.key, refusal };
}

/** Returns people matching the text, then the account with this address or the address itself, without selected ones. */
export function findCandidates({ text, known, found, present, picked }: CandidateSearch): Candidate[] {
  const address = normalizeEmail(text);
  const taken = new Set(picked.map(({ email }) => normalizeEmail(email)));
  const fitting = known.filter(({ name, email }) => text.trim() === '' || matchesSearch(`${name} ${email}`, text.trim()));
  const isListed = fitting.some(({ email }) => normalizeEmail(email) === address);
  const offers = [...(found && !isListed ? [found] : []), ...fitting].map((person) => toCandidate(person, present));
  if (found === null && !isListed && isEmailAddress(address) && !present.has(address)) offers.unshift({ email: address });
  return offers.filter(({ email }) => !taken.has(normalizeEmail(email)));
}

/** Resolves a typed address to a person to add, or the reason against it. `find` looks up the account. */
export async function resolveCandidate(
  text: string,
  { known, present }: Pick<CandidateSearch, 'known' | 'present'>,
  find: (email: string) => Promise<SuggestedPerson | null>,
): Promise<Candidate> {
  const email = normalizeEmail(text);
  if (!isEmailAddress(email)) return { email, refusal: BUSINESS_MESSAGES.memberEmailInvalid };
  const refusal = present.get(email);
  if (refusal) return { email, refusal };
  const person = known.find((one) => normalizeEmail(one.email) === email) ?? (await find(email));
  return person ? toCandidate(person, present) : { email };
}
