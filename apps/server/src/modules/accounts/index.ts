export { accountCreated, accountDeleting, emailVerified } from './accounts.events.ts';
export {
  accountLocks,
  grantSubscription,
  memberships,
  newestSubscription,
  type ProfilePicture,
  personalDataExports,
  profilePictures,
  viewings,
} from './accounts.ports.ts';
export { type AddressLookups, createAddressLookups } from './address-lookups.ts';
export { getAccountAbilities, isStaff } from './administration.rules.ts';
export { consumeAttempts, createAttemptLimiter, lockAttemptCount } from './attempts.ts';
export { assertVersion, versionOf, withVersion } from './edit-version.ts';
export { ensureAdministrator } from './first-administrator.ts';
export { consumeMailQuota } from './mail-budget.ts';
export { accountsModule } from './module.ts';
export type { PasswordConfirmations } from './password-proof.ts';
export { hashPassword, verifyPassword } from './passwords.ts';
export { createToken, hashToken } from './secrets.ts';
export { createSignInLimits } from './sign-in-limits.ts';
