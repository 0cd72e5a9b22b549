import type { PlatformTag } from '@vitrine/contract';
import { defineModule, type Platform } from '../define-module.ts';
import { accountCreated, accountDeleting, emailVerified } from './accounts.events.ts';
import { accountPolicies } from './accounts.policies.ts';
import { accountHolds, memberships, newestSubscription, personalData, pictures, planGiver, viewings } from './accounts.ports.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { createAccountsService } from './accounts.service.ts';
import { findUserByEmail, updateRole } from './accounts.store.ts';
import { createViewUser } from './accounts.viewing.ts';
import { createAddressLookups } from './address-lookups.ts';
import { createAddressesService } from './addresses.service.ts';
import { administrationRoutes } from './administration.routes.ts';
import { ADMINISTERED } from './administration.rules.ts';
import { createAdministration } from './administration.service.ts';
import { createCookies } from './cookies.ts';
import { createCredentials } from './credentials.ts';
import { createEmailLinks } from './email-links.ts';
import { createFtpAccounts } from './ftp-accounts.ts';
import { createFtpPasswords } from './ftp-passwords.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { createMediaTokens } from './media-tokens.ts';
import { createPasswordProofs } from './password-proof.ts';
import { profileRoutes } from './profile.routes.ts';
import { createProfileService } from './profile.service.ts';
import { createSealedPasswords } from './sealed-passwords.ts';
import { createSessionsService } from './sessions.service.ts';
import { createSignInLimits } from './sign-in-limits.ts';

const EXPIRY_SWEEP_MS = 10 * 60_000;

export const accountsModule = defineModule({
  name: 'accounts',
  tables: {
    owned: ['users', 'sessions', 'email_links', 'used_nonces', 'addresses', 'ftp_accounts', 'attempt_counts', 'known_browsers'],
    read: ['audit_entries'],
  },
  events: [accountCreated, emailVerified, accountDeleting],
  ports: [accountHolds, personalData, memberships, pictures, planGiver, newestSubscription, viewings],
  policies: accountPolicies,
  consoleActions: ADMINISTERED,
  audited: { account: 'users' },
  holdsFiles: [{ table: 'users', column: 'picture_file_id' }],
  accessCases: () => import('./accounts.access-cases.ts'),
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
    links: createEmailLinks(platform),
    viewUser: createViewUser(platform),
    proofs: createPasswordProofs({ db, clock, sealed }),
    credentials: createCredentials({ live: platform.live, ftpPasswords }),
    mediaTokens: createMediaTokens(await serverKeys.load('media-cookie')),
  };
  const sessions = createSessionsService(deps);
  const accounts = createAccountsService(deps);
  const administration = createAdministration({ ...deps, accounts });
  const profile = createProfileService({ ...deps, lookups: createAddressLookups({ db, clock }) });
  const addresses = createAddressesService(deps);
  const ftp = createFtpAccounts({ ...deps, ftp: { host: new URL(publicUrl).hostname, port: ftpPort } });
  const cookies = createCookies(platform);
  const limits = createSignInLimits({ db, clock, door: 'web' });
  const browsers = createKnownBrowsers({ db, clock });
  const { resolvePerson, resolveViewer } = sessions;
  return {
    face: {
      resolvePerson,
      resolveViewer,
      resolveFtp: ftp.resolve,
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
    housekeeping: [{ name: 'accounts.expiry', everyMs: EXPIRY_SWEEP_MS, run: sessions.removeExpired }],
  };
}
