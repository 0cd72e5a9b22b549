export {
  accountCreated,
  accountDeleting,
  accountLocks,
  credentialsChanged,
  emailStops,
  emailVerified,
  grantSubscription,
  memberships,
  newestSubscription,
  type ProfilePicture,
  personalDataExports,
  profilePictures,
} from './accounts.events.ts';
export { getAccountAbilities, hasConsented, isStaff } from './accounts.rules.ts';
export { lockAccount } from './accounts.store.ts';
export { type AddressLookups, createAddressLookups } from './address-lookups.ts';
export { beginAdminChange } from './administration.service.ts';
export { assertVersion, versionOf, withVersion } from './edit-version.ts';
export { ensureAdministrator } from './first-administrator.service.ts';
export { consumeMailQuota } from './mail-quota.service.ts';
export { accountsModule } from './module.ts';
export type { PasswordConfirmations } from './password-confirmation.service.ts';
export { insertNonce, type SealNonce } from './used-nonces.store.ts';
