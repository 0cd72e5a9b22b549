import type { PlatformTag } from '@vitrine/contract';
import { sql } from 'kysely';
import type { OwnerRow, Policies } from '../access/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import {
  accountCreated,
  accountDeleting,
  accountLocks,
  emailVerified,
  grantSubscription,
  memberships,
  newestSubscription,
  personalDataExports,
  profilePictures,
  viewings,
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
import { createFtpAccountsService, createFtpPasswords } from './ftp-accounts.service.ts';
import { createKnownBrowsersService } from './known-browsers.service.ts';
import { createMediaTokens } from './media-tokens.ts';
import { createPasswordConfirmations } from './password-confirmation.service.ts';
import { profileRoutes } from './profile.routes.ts';
import { createProfileService } from './profile.service.ts';
import { createSealedPasswords } from './sealed-passwords.service.ts';
import { createSessionsService } from './sessions.service.ts';
import { createSignInCookies } from './sign-in-cookies.ts';
import { createSignInLimits } from './sign-in-limits.service.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'account.read': true;
    'account.update': true;
    /** Edits the profile from the console. */
    'account.edit': true;
    'account.enable': true;
    'account.role': true;
    'account.password': true;
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
  'account.menu': ownAccount,
  'account.plan': ownAccount,
  'account.administer': nonSuperAdmins,
  'account.partners': partnerAccounts,
};

const EXPIRY_SWEEP_MS = 10 * 60_000;

export const accountsModule = defineModule({
  name: 'accounts',
  tables: {
    owned: ['users', 'sessions', 'email_links', 'used_nonces', 'addresses', 'ftp_accounts', 'known_browsers'],
    read: ['audit_entries'],
  },
  events: [accountCreated, emailVerified, accountDeleting],
  ports: [accountLocks, personalDataExports, memberships, profilePictures, grantSubscription, newestSubscription, viewings],
  policies: accountPolicies,
  consoleActions: CAPABILITY_BY_ACTION,
  auditedTables: { account: 'users' },
  fileReferences: [{ table: 'users', column: 'picture_file_id' }],
  accessCases: () => import('./access-cases.ts'),
  create,
});

async function create(platform: Platform) {
  const { db, clock, publicUrl, ftpPort, serverKeys } = platform;
  const sealed = createSealedPasswords(db, await serverKeys.load('sealed-passwords'), clock);
  const ftpPasswords = createFtpPasswords(await serverKeys.load('ftp-passwords'));
  const deps = {
    ...platform,
    sealed,
    ftpPasswords,
    links: createEmailLinksService(platform),
    loadUser: createUserLoader(platform),
    proofs: createPasswordConfirmations({ db, clock, sealed }),
    credentials: createCredentialsService({ live: platform.live, ftpPasswords }),
    mediaTokens: createMediaTokens(await serverKeys.load('media-cookie')),
  };
  const sessions = createSessionsService(deps);
  const accounts = createAccountsService(deps);
  const administration = createAdministrationService({ ...deps, accounts });
  const profile = createProfileService({ ...deps, lookups: createAddressLookups({ db, clock }) });
  const addresses = createAddressesService(deps);
  const ftp = createFtpAccountsService({ ...deps, ftp: { host: new URL(publicUrl).hostname, port: ftpPort } });
  const cookies = createSignInCookies(platform);
  const limits = createSignInLimits({ db, clock, door: 'web' });
  const browsers = createKnownBrowsersService({ db, clock });
  const { resolvePerson, resolveViewer } = sessions;
  return {
    api: {
      resolvePerson,
      resolveViewer,
      resolveFtp: ftp.findByCredentials,
      setDisabled: accounts.setDisabled,
      setRole: updateRole,
      proofs: deps.proofs,
      /** The plain password, whether it came plain or sealed. */
      openPassword: sealed.open,
      platformOf: async (email: string): Promise<PlatformTag> => ((await findUserByEmail(db, email))?.platform === 'WV' ? 'WV' : 'PP'),
    },
    routes: async (app: Parameters<typeof accountsRoutes>[0]) => {
      await app.register(accountsRoutes, { accounts, sessions, sealed, limits, browsers, cookies });
      await app.register(profileRoutes, { accounts, administration, sessions, profile, addresses, ftp, browsers, cookies });
      await app.register(administrationRoutes, { administration });
    },
    workerTasks: [{ name: 'accounts.expiry', everyMs: EXPIRY_SWEEP_MS, run: sessions.removeExpired }],
  };
}
