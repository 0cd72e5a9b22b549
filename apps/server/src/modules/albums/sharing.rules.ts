import { alreadyAddedMessage, invalidEmailMessage, isEmailAddress, LIMITS, MESSAGES, type Permission } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';

interface Invite {
  /** In lower case. */
  email: string;
  permission: Permission;
}
interface Person {
  id: string;
  email: string;
}
interface Share {
  id: string;
  user_id: string | null;
  email: string | null;
  permission: string;
}

interface ShareContext<P extends Person> {
  /** Accounts with one of the addresses. */
  people: P[];
  shares: Share[];
  /** Ids of the inviter and of the album's owner. */
  selfIds: string[];
  /** Ids of organisation members, who can see the album without an invitation. */
  organisationIds: string[];
}

/** New invitations, of people and of addresses without an account, and shares whose permission changes. */
export interface SharePlan<P extends Person> {
  invited: (Invite & { person: P | undefined })[];
  changed: { shareId: string; permission: Permission }[];
}

/** Throws INVALID for the first invalid address. */
export function assertValidEmails(emails: string[]): void {
  const invalidEmail = emails.find((email) => !isEmailAddress(email));
  if (invalidEmail !== undefined) throw new AppError('INVALID', invalidEmailMessage(invalidEmail));
}

/** Plans a call to share, or throws the reason against it: the caller's own address, an address twice, or no change. */
export function planShares<P extends Person>(
  invites: Invite[],
  { people, shares, selfIds, organisationIds }: ShareContext<P>,
): SharePlan<P> {
  const plan: SharePlan<P> = { invited: [], changed: [] };
  const seen = new Set<string>();
  for (const { email, permission } of invites) {
    const person = people.find((known) => known.email === email);
    if (person && selfIds.includes(person.id)) throw new AppError('INVALID', MESSAGES.shareWithYourself);
    const share = shares.find((known) => (person ? known.user_id === person.id : false) || known.email === email);
    const hasNothingNew = seen.has(email) || share?.permission === permission || (person && organisationIds.includes(person.id));
    if (hasNothingNew) throw new AppError('INVALID', alreadyAddedMessage(email));
    seen.add(email);
    if (share) plan.changed.push({ shareId: share.id, permission });
    else plan.invited.push({ email, permission, person });
  }
  if (shares.length + plan.invited.length > LIMITS.albumMembers) {
    throw new AppError('INVALID', `You can share an album with up to ${LIMITS.albumMembers} people.`);
  }
  return plan;
}
