import type { PlatformTag } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { autocommit } from '../../platform/database/database.ts';
import { deleteExpiredAttempts } from '../../platform/limits/attempt-counts.store.ts';
import type { OwnerRow, Policies } from '../access/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import {
  accountCreated,
  accountDeleting,
  accountLocks,
  credentialsChanged,
  emailStops,
  emailVerified,
  grantSubscription,
  memberships,
  newestSubscription,
  personalDataExports,
  profilePictures,
} from './accounts.events.ts';
import { createUserLoader } from './accounts.presenter.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { CAPABILITY_BY_ACTION } from './accounts.rules.ts';
import { createAccountsService } from './accounts.service.ts';
import { findUserByEmail, updateRole } from './accounts.store.ts';
import { createAddressLookups } from './address-lookups.ts';
import { createAddressesService } from './addresses.service.ts';
import { administrationRoutes } from './administration.routes.ts';
import { createAdministrationService } from './administration.service.ts';
import { createCredentialsService } from './credentials.service.ts';
import { createEmailLinksService } from './email-links.service.ts';
import { deleteExpiredLinksAndNonces } from './email-links.store.ts';
import { emailStopRoutes } from './email-stops.routes.ts';
import { createPasswordConfirmations } from './password-confirmation.service.ts';
import { profileRoutes } from './profile.routes.ts';
import { createProfileService } from './profile.service.ts';
import { createSealedPasswords } from './sealed-passwords.service.ts';
import { createSignUpLimits } from './sign-up-limits.service.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'account.read': true;
    'account.update': true;
    /** Edits the profile from the console. */
    'account.edit': true;
    'account.enable': true;
    'account.role': true;
    'account.password': true;
    /** Turns off a second factor that its owner has lost. */
    'account.secondFactor': true;
    /** Ends all sessions of another account. */
    'account.sessions': true;
    'account.menu': true;
    'account.plan': true;
    'account.administer': true;
    'account.partners': true;
  }
}

const ownAccount = (ids: string[]) => sql<OwnerRow>`select id, id as "ownerId" from users where id = any(${ids}::uuid[])`;

/** Accounts for which an administrator may act: those that are not super-admins. */
const nonSuperAdmins = (ids: string[]) =>
  sql<OwnerRow>`select id, id as "ownerId" from users where id = any(${ids}::uuid[]) and not is_super_admin`;

/** Accounts of the partner platform, the only ones that its administrators see. */
const partnerAccounts = (ids: string[]) =>
  sql<OwnerRow>`select id, id as "ownerId" from users where id = any(${ids}::uuid[]) and platform = 'WV'`;

export const accountPolicies: Policies = {
  'account.read': ownAccount,
  'account.update': ownAccount,
  'account.edit': ownAccount,
  'account.enable': ownAccount,
  'account.role': ownAccount,
  'account.password': ownAccount,
  'account.secondFactor': ownAccount,
  'account.sessions': ownAccount,
  'account.menu': ownAccount,
  'account.plan': ownAccount,
  'account.administer': nonSuperAdmins,
  'account.partners': partnerAccounts,
};

const EXPIRY_SWEEP_MS = 10 * 60_000;

export const accountsModule = defineModule({
  name: 'accounts',
  tables: {
    owned: ['users', 'email_links', 'used_nonces', 'addresses'],
    read: ['audit_entries'],
  },
  events: [accountCreated, emailVerified, credentialsChanged, accountDeleting],
  ports: [accountLocks, personalDataExports, emailStops, memberships, profilePictures, grantSubscription, newestSubscription],
  policies: accountPolicies,
  consoleActions: CAPABILITY_BY_ACTION,
  auditedTables: { account: 'users' },
  fileReferences: [{ table: 'users', column: 'picture_file_id' }],
  accessCases: () => import('./access-cases.ts'),
  create,
});

async function create(platform: Platform) {
  const { db, clock, serverKeys } = platform;
  const sealed = createSealedPasswords(db, await serverKeys.load('sealed-passwords'), clock);
  const deps = {
    ...platform,
    sealed,
    links: createEmailLinksService(platform),
    loadUser: createUserLoader(platform),
    proofs: createPasswordConfirmations({ db, clock, sealed }),
    credentials: createCredentialsService(platform),
  };
  const accounts = createAccountsService(deps);
  const administration = createAdministrationService({ ...deps, accounts });
  const profile = createProfileService({ ...deps, lookups: createAddressLookups({ db, clock }) });
  const addresses = createAddressesService(deps);
  return {
    api: {
      getUser: accounts.getUser,
      loadUser: deps.loadUser,
      createVerified: accounts.createVerified,
      changePassword: accounts.changePassword,
      resetPassword: accounts.resetPassword,
      setPassword: administration.setPassword,
      setDisabled: accounts.setDisabled,
      setRole: updateRole,
      proofs: deps.proofs,
      createSealingKey: sealed.createSealingKey,
      /** The plain password, whether it came plain or sealed. */
      openPassword: sealed.open,
      decryptPassword: sealed.decrypt,
      platformOf: async (email: string): Promise<PlatformTag> => ((await findUserByEmail(db, email))?.platform === 'WV' ? 'WV' : 'PP'),
    },
    routes: async (app: FastifyInstance) => {
      await accountsRoutes(app, { accounts, limits: createSignUpLimits({ db, clock }) });
      await profileRoutes(app, { profile, addresses });
      await administrationRoutes(app, { administration });
      await emailStopRoutes(app, platform);
    },
    workerTasks: [
      {
        name: 'accounts.expiry',
        everyMs: EXPIRY_SWEEP_MS,
        async run() {
          await deleteExpiredLinksAndNonces(autocommit(db), clock.now());
          await deleteExpiredAttempts(autocommit(db), clock.now());
        },
      },
    ],
  };
}
