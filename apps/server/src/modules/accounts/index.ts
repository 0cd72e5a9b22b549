export { accountCreated, accountDeleting, emailVerified } from './accounts.events.ts';
export { memberships, newestSubscription, type Picture, personalData, pictures, planGiver } from './accounts.ports.ts';
export { lockAttempts } from './attempts.ts';
export { ensureAdministrator } from './first-administrator.ts';
export { takeMailBudget } from './mail-budget.ts';
export { accountsModule } from './module.ts';
export { hashToken, newToken } from './secrets.ts';
export { loadServerKey } from './server-keys.store.ts';
export { createSignInLimits } from './sign-in-limits.ts';
