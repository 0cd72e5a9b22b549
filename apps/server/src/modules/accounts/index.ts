export { accountCreated, accountDeleting, emailVerified } from './accounts.events.ts';
export {
  accountHolds,
  memberships,
  newestSubscription,
  type Picture,
  personalData,
  pictures,
  planGiver,
  viewings,
} from './accounts.ports.ts';
export { type AddressLookups, createAddressLookups } from './address-lookups.ts';
export { accountAbilities, isStaff } from './administration.rules.ts';
export { createAttempts, lockAttempts, takeAttempts } from './attempts.ts';
export { assertVersion, versionOf, withVersion } from './edit-version.ts';
export { ensureAdministrator } from './first-administrator.ts';
export { takeMailBudget } from './mail-budget.ts';
export { accountsModule } from './module.ts';
export type { PasswordProofs } from './password-proof.ts';
export { hashPassword, isPassword } from './passwords.ts';
export { hashToken, newToken } from './secrets.ts';
export { createSignInLimits } from './sign-in-limits.ts';
