import type { Mailer } from '../../platform/mail/mailer.ts';
import type { PeriodicTask } from '../../platform/queue/periodic.ts';
import { createMailHandler } from './accounts.mails.ts';
import { type AccountsRoutesDeps, accountsRoutes } from './accounts.routes.ts';
import { type AccountsDeps, createAccountsService } from './accounts.service.ts';
import { createSealedPasswords } from './sealed-passwords.ts';
import { loadServerKey } from './server-keys.store.ts';
import { createSessionsService, type SessionsDeps } from './sessions.service.ts';

export { ensureAdministrator } from './first-administrator.ts';
export { hashToken, newToken } from './secrets.ts';

const EXPIRY_SWEEP_MS = 10 * 60_000;

export async function createAccountsModule(deps: Omit<AccountsDeps & SessionsDeps, 'sealed'> & { mailer: Mailer }) {
  const sealed = createSealedPasswords(deps.db, await loadServerKey(deps.db, 'sealed-passwords'), deps.clock);
  const sessions = createSessionsService({ ...deps, sealed });
  const accounts = createAccountsService({ ...deps, sealed });
  const housekeeping: PeriodicTask[] = [{ name: 'accounts.expiry', everyMs: EXPIRY_SWEEP_MS, run: sessions.removeExpired }];
  return {
    routes: accountsRoutes,
    routeDeps: { accounts, sessions, sealed } satisfies AccountsRoutesDeps,
    jobs: [createMailHandler(deps.mailer)],
    housekeeping,
    resolvePerson: sessions.resolvePerson,
  };
}
