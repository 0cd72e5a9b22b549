import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { accountDeleting, accountsModule, credentialsChanged, personalDataExports } from '../accounts/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { createKnownBrowsersService } from './known-browsers.service.ts';
import { createMediaTokens } from './media-tokens.ts';
import { createSessionsService } from './sessions.service.ts';
import { listSignInsExport } from './sessions.store.ts';
import { viewings } from './sign-in.events.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { createSignInCookies } from './sign-in-cookies.ts';
import { createSignInLimits } from './sign-in-limits.service.ts';

const EXPIRY_SWEEP_MS = 10 * 60_000;

/** Sessions of accounts, the cookies of the web app, and browsers that an account has signed in from. */
export const signInModule = defineModule({
  name: 'sign-in',
  tables: { owned: ['sessions', 'known_browsers'], read: ['users'] },
  uses: { accounts: accountsModule },
  ports: [viewings],
  accessCases: () => import('./access-cases.ts'),
  create,
});

async function create(platform: Platform, { accounts }: { accounts: ModuleApi<typeof accountsModule> }) {
  const { db, clock, serverKeys } = platform;
  const sessions = createSessionsService({ ...platform, accounts, mediaTokens: createMediaTokens(await serverKeys.load('media-cookie')) });
  const browsers = createKnownBrowsersService({ db, clock });
  const { resolvePerson, resolveViewer } = sessions;
  return {
    api: { resolvePerson, resolveViewer },
    routes: (app: FastifyInstance) =>
      signInRoutes(app, {
        accounts,
        sessions,
        browsers,
        limits: createSignInLimits({ db, clock, door: 'web' }),
        cookies: createSignInCookies(platform),
      }),
    workerTasks: [
      {
        name: 'signIn.expiry',
        everyMs: EXPIRY_SWEEP_MS,
        async run() {
          await sessions.removeExpired();
          await browsers.removeExpired();
        },
      },
    ],
    reactions: [
      on(accountDeleting, (tx, { userId }) => sessions.endAll(tx, userId, null)),
      on(credentialsChanged, async (tx, { userId, keptSessionHash }) => {
        await sessions.endAll(tx, userId, keptSessionHash);
        await browsers.forgetAll(tx, userId);
      }),
    ],
    portProviders: [provide(personalDataExports, listSignInsExport)],
  };
}
