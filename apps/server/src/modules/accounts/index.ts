import type { FastifyInstance } from 'fastify';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { PeriodicTask } from '../../platform/queue/periodic.ts';
import { createMailHandler } from './accounts.mails.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { type AccountsDeps, createAccountsService } from './accounts.service.ts';
import { createAddressesService } from './addresses.service.ts';
import { createEmailLinks } from './email-links.ts';
import { createFtpAccounts, type FtpDeps } from './ftp-accounts.ts';
import { profileRoutes } from './profile.routes.ts';
import { createProfileService, type ProfileDeps } from './profile.service.ts';
import { createSealedPasswords } from './sealed-passwords.ts';
import { loadServerKey } from './server-keys.store.ts';
import { createSessionsService, type SessionsDeps } from './sessions.service.ts';
import { createSignInLimits } from './sign-in-limits.ts';

export { composeMail, mailJob } from './accounts.mails.ts';
export { ensureAdministrator } from './first-administrator.ts';
export { hashToken, newToken } from './secrets.ts';
export { loadServerKey } from './server-keys.store.ts';
export { createSignInLimits } from './sign-in-limits.ts';

const EXPIRY_SWEEP_MS = 10 * 60_000;

type ModuleDeps = Omit<AccountsDeps & SessionsDeps & ProfileDeps & FtpDeps, 'sealed' | 'links' | 'ftpKey'> & {
  mailer: Mailer;
  publicUrl: string;
};

export async function createAccountsModule(deps: ModuleDeps) {
  const sealed = createSealedPasswords(deps.db, await loadServerKey(deps.db, 'sealed-passwords'), deps.clock);
  const links = createEmailLinks(deps);
  const sessions = createSessionsService({ ...deps, sealed });
  const accounts = createAccountsService({ ...deps, sealed, links });
  const profile = createProfileService({ ...deps, sealed, links });
  const addresses = createAddressesService(deps);
  const ftp = createFtpAccounts({ ...deps, ftpKey: await loadServerKey(deps.db, 'ftp-passwords') });
  const limits = createSignInLimits();
  const housekeeping: PeriodicTask[] = [{ name: 'accounts.expiry', everyMs: EXPIRY_SWEEP_MS, run: sessions.removeExpired }];
  return {
    routes: async (app: FastifyInstance) => {
      await app.register(accountsRoutes, { accounts, sessions, sealed, limits });
      await app.register(profileRoutes, { accounts, sessions, profile, addresses, ftp });
    },
    jobs: [createMailHandler(deps.mailer)],
    housekeeping,
    resolvePerson: sessions.resolvePerson,
    resolveFtp: ftp.resolve,
  };
}
