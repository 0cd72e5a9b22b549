import type { User } from '@vitrine/contract/accounts';
import type { Membership } from './effective-mode.ts';

/** Names of the stored values are the specification's (1 §3). */
export const STORED_NAMES = [
  'token',
  'userId',
  'role',
  'superAdmin',
  'name',
  'profilePic',
  'orgId',
  'orgRole',
  'adminSubAdminID',
  'adminSubAdminRole',
  'accountType',
  'platform',
  'email',
  'signedInAt',
] as const;
export type StoredValues = Record<(typeof STORED_NAMES)[number], string>;

export function toStoredMemberships(orgs: readonly Membership[]) {
  const [first, second] = orgs;
  return {
    orgId: first?.id ?? '',
    orgRole: first?.orgRole ?? '',
    adminSubAdminID: second?.id ?? '',
    adminSubAdminRole: second?.orgRole ?? '',
    // A member who is added again must confirm before working in the family's name.
    ...(orgs.length === 0 && { accountType: 'other' }),
  } satisfies Partial<StoredValues>;
}

/** Returns the stored values that follow from the account. */
export function toStoredProfile(user: User) {
  return {
    ...toStoredMemberships(user.orgs),
    userId: user._id,
    role: user.role,
    superAdmin: String(user.isSuperAdmin),
    name: user.name,
    email: user.email,
    profilePic: user.profilePicture?.key ?? '',
    platform: user.platform,
  } satisfies Partial<StoredValues>;
}

/** Returns all values that the browser stores when a person signs in. */
export const toStoredSession = (token: string, user: User): StoredValues => ({
  ...toStoredProfile(user),
  token,
  // Who belongs to a family came for what it shares; a sub-admin may switch to their own.
  accountType: user.orgs.length > 0 ? 'family' : 'other',
  signedInAt: String(Date.now()),
});

/** Name under which a browser remembers that a passkey was created or used in it. It outlasts sessions. */
export const PASSKEY_USED_KEY = 'vitrine.passkey';
