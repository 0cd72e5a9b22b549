import { defineModule, type Platform } from '../define-module.ts';
import { accountCreated, accountDeleting, emailVerified } from './accounts.events.ts';
import { accountPolicies } from './accounts.policies.ts';
import { memberships, personalData, pictures } from './accounts.ports.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { createAccountsService } from './accounts.service.ts';
import { createViewUser } from './accounts.viewing.ts';
import { createAddressesService } from './addresses.service.ts';
import { createEmailLinks } from './email-links.ts';
import { createFtpAccounts } from './ftp-accounts.ts';
import { profileRoutes } from './profile.routes.ts';
import { createProfileService } from './profile.service.ts';
import { createSealedPasswords } from './sealed-passwords.ts';
import { loadServerKey } from './server-keys.store.ts';
import { createSessionsService } from './sessions.service.ts';
import { createSignInLimits } from './sign-in-limits.ts';

const EXPIRY_SWEEP_MS = 10 * 60_000;

export const accountsModule = defineModule({
  name: 'accounts',
  tables: {
    owned: ['users', 'sessions', 'email_links', 'server_keys', 'used_nonces', 'addresses', 'ftp_accounts'],
    read: [],
  },
  events: [accountCreated, emailVerified, accountDeleting],
  ports: [personalData, memberships, pictures],
  policies: accountPolicies,
  holdsFiles: [{ table: 'users', column: 'picture_file_id' }],
  accessCases: () => import('./accounts.access-cases.ts'),
  create,
});

async function create(platform: Platform) {
  const { db, clock, publicUrl, ftpPort } = platform;
  const sealed = createSealedPasswords(db, await loadServerKey(db, 'sealed-passwords'), clock);
  const deps = { ...platform, sealed, links: createEmailLinks(platform), viewUser: createViewUser(platform) };
  const sessions = createSessionsService(deps);
  const accounts = createAccountsService(deps);
  const profile = createProfileService(deps);
  const addresses = createAddressesService(deps);
  const ftp = createFtpAccounts({
    ...deps,
    ftp: { host: new URL(publicUrl).hostname, port: ftpPort },
    ftpKey: await loadServerKey(db, 'ftp-passwords'),
  });
  const limits = createSignInLimits();
  return {
    face: { resolvePerson: sessions.resolvePerson, resolveFtp: ftp.resolve },
    routes: async (app: Parameters<typeof accountsRoutes>[0]) => {
      await app.register(accountsRoutes, { accounts, sessions, sealed, limits });
      await app.register(profileRoutes, { accounts, sessions, profile, addresses, ftp });
    },
    housekeeping: [{ name: 'accounts.expiry', everyMs: EXPIRY_SWEEP_MS, run: sessions.removeExpired }],
  };
}
