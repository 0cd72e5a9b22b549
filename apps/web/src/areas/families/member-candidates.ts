import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { ERRORS } from '@vitrine/contract/errors';
import type { KnownPerson } from '@vitrine/contract/organisations';
import { matchesSearch } from '../../lib/text-match.ts';

/** Somebody who is to be added: an account, or an address that will be invited by mail. */
export interface Candidate {
  email: string;
  /** Of an account. */
  name?: string;
  pictureKey?: string;
  /** Why they cannot be added. */
  refusal?: string;
}

/** What is known when somebody is looked for. */
export interface CandidateSearch {
  text: string;
  /** Those the owner shares albums with. */
  known: readonly KnownPerson[];
  /** The account with exactly this address: null for none, undefined while nobody has answered. */
  found: KnownPerson | null | undefined;
  /** Those who are in this family or invited to it already: by their addresses, lower case, why they cannot be added. */
  present: ReadonlyMap<string, string>;
  picked: readonly Candidate[];
}

const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const isEmailAddress = (text: string): boolean => EMAIL_PATTERN.test(text);
/** As addresses are compared. */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase();

const ALREADY_INVITED = 'Already invited. You can resend the invitation from the list.';

/** Those who are here already, its owner among them. */
export const getPresentEmails = (
  members: readonly { email: string }[],
  invited: readonly { email: string }[],
): CandidateSearch['present'] =>
  new Map([
    ...invited.map(({ email }): [string, string] => [normalizeEmail(email), ALREADY_INVITED]),
    ...members.map(({ email }): [string, string] => [normalizeEmail(email), ERRORS.MEMBER_KNOWN.message]),
  ]);

function toCandidate({ name, email, profilePicture, canBeAdded }: KnownPerson, present: CandidateSearch['present']): Candidate {
  const refusal = present.get(normalizeEmail(email)) ?? (canBeAdded ? undefined : BUSINESS_MESSAGES.memberElsewhere);
  return { email, name, pictureKey: profilePicture?.key, refusal };
}

/** Those who fit what is written, then the one with this address or the address itself; without those who are picked. */
export function findCandidates({ text, known, found, present, picked }: CandidateSearch): Candidate[] {
  const address = normalizeEmail(text);
  const taken = new Set(picked.map(({ email }) => normalizeEmail(email)));
  const fitting = known.filter(({ name, email }) => text.trim() === '' || matchesSearch(`${name} ${email}`, text.trim()));
  const isListed = fitting.some(({ email }) => normalizeEmail(email) === address);
  const offers = [...(found && !isListed ? [found] : []), ...fitting].map((person) => toCandidate(person, present));
  if (found === null && !isListed && isEmailAddress(address) && !present.has(address)) offers.unshift({ email: address });
  return offers.filter(({ email }) => !taken.has(normalizeEmail(email)));
}

/** What becomes of an address that was written out: somebody to add, or why not. `find` asks for the account that has it. */
export async function resolveCandidate(
  text: string,
  { known, present }: Pick<CandidateSearch, 'known' | 'present'>,
  find: (email: string) => Promise<KnownPerson | null>,
): Promise<Candidate> {
  const email = normalizeEmail(text);
  if (!isEmailAddress(email)) return { email, refusal: BUSINESS_MESSAGES.memberEmailInvalid };
  const refusal = present.get(email);
  if (refusal) return { email, refusal };
  const person = known.find((one) => normalizeEmail(one.email) === email) ?? (await find(email));
  return person ? toCandidate(person, present) : { email };
}
