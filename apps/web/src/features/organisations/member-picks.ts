import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { ERRORS } from '@vitrine/contract/errors';
import type { KnownPerson } from '@vitrine/contract/organisations';
import { includesWords } from '../../lib/includes-words.ts';

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
export interface Search {
  text: string;
  /** Those the owner shares albums with. */
  known: readonly KnownPerson[];
  /** The account with exactly this address: null for none, undefined while nobody has answered. */
  found: KnownPerson | null | undefined;
  /** Those who are in this family or invited to it already: by their addresses, lower case, why they cannot be added. */
  present: ReadonlyMap<string, string>;
  picked: readonly Candidate[];
}

const SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const isAddress = (text: string): boolean => SHAPE.test(text);
/** As addresses are compared. */
export const addressOf = (text: string): string => text.trim().toLowerCase();

const INVITED = 'Already invited. You can send the invitation again from the list.';

/** Those who are here already, its owner among them. */
export const presentOf = (members: readonly { email: string }[], invited: readonly { email: string }[]): Search['present'] =>
  new Map([
    ...invited.map(({ email }): [string, string] => [addressOf(email), INVITED]),
    ...members.map(({ email }): [string, string] => [addressOf(email), ERRORS.MEMBER_KNOWN.message]),
  ]);

function candidateOf({ name, email, profilePicture, canBeAdded }: KnownPerson, present: Search['present']): Candidate {
  const refusal = present.get(addressOf(email)) ?? (canBeAdded ? undefined : BUSINESS_MESSAGES.memberElsewhere);
  return { email, name, pictureKey: profilePicture?.key, refusal };
}

/** Those who fit what is written, then the one with this address or the address itself; without those who are picked. */
export function offersOf({ text, known, found, present, picked }: Search): Candidate[] {
  const address = addressOf(text);
  const taken = new Set(picked.map(({ email }) => addressOf(email)));
  const fitting = known.filter(({ name, email }) => text.trim() === '' || includesWords(`${name} ${email}`, text.trim()));
  const isListed = fitting.some(({ email }) => addressOf(email) === address);
  const offers = [...(found && !isListed ? [found] : []), ...fitting].map((person) => candidateOf(person, present));
  if (found === null && !isListed && isAddress(address) && !present.has(address)) offers.unshift({ email: address });
  return offers.filter(({ email }) => !taken.has(addressOf(email)));
}

/** What becomes of an address that was written out: somebody to add, or why not. `find` asks for the account that has it. */
export async function candidateFor(
  text: string,
  { known, present }: Pick<Search, 'known' | 'present'>,
  find: (email: string) => Promise<KnownPerson | null>,
): Promise<Candidate> {
  const email = addressOf(text);
  if (!isAddress(email)) return { email, refusal: BUSINESS_MESSAGES.memberEmailInvalid };
  const refusal = present.get(email);
  if (refusal) return { email, refusal };
  const person = known.find((one) => addressOf(one.email) === email) ?? (await find(email));
  return person ? candidateOf(person, present) : { email };
}
