import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { accountDeleting, accountsModule, credentialsChanged, personalDataExports } from '../accounts/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { passkeysModule } from '../passkeys/index.ts';
import { secondFactorChanged, secondFactorsModule } from '../second-factors/index.ts';
import { createBrowserSignIn } from './browser-sign-in.ts';
import { createKnownBrowsersService } from './known-browsers.service.ts';
import { createMediaTokens } from './media-tokens.ts';
import { createNewBrowserNoticeHandler } from './new-browser-notices.jobs.ts';
import { createPasswordAttempts } from './password-attempts.service.ts';
import { createSessionActivityService } from './session-activity.service.ts';
import { createSessionsService } from './sessions.service.ts';
import { listSignInsExport } from './sessions.store.ts';
import { viewings } from './sign-in.events.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { createSignInCookies } from './sign-in-cookies.ts';
import { createSignInEventsService } from './sign-in-events.service.ts';
import { createSignInLimits } from './sign-in-limits.service.ts';

const EXPIRY_SWEEP_MS = 10 * 60_000;
const IDLE_SWEEP_MS = 60_000;

/** Sessions of accounts, the cookies of the web app, and browsers that an account has signed in from. */
export const signInModule = defineModule({
  name: 'sign-in',
  tables: {
    owned: ['sessions', 'ended_sessions', 'known_browsers', 'sign_in_events'],
    read: ['users', 'second_factors', 'second_factor_settings'],
  },
  uses: { accounts: accountsModule, factors: secondFactorsModule, passkeys: passkeysModule },
  ports: [viewings],
  accessCases: () => import('./access-cases.ts'),
  create,
});

interface Uses {
  accounts: ModuleApi<typeof accountsModule>;
  factors: ModuleApi<typeof secondFactorsModule>;
  passkeys: ModuleApi<typeof passkeysModule>;
}

async function create(platform: Platform, { accounts, factors, passkeys }: Uses) {
  const { db, clock, serverKeys } = platform;
  const activity = createSessionActivityService(platform);
  const browsers = createKnownBrowsersService({ db, clock });
  const sessions = createSessionsService({
    ...platform,
    activity,
    accounts,
    factors,
    passkeys,
    browsers,
    mediaTokens: createMediaTokens(await serverKeys.load('media-cookie')),
  });
  const events = createSignInEventsService({ db, clock });
  const cookies = createSignInCookies(platform);
  const limits = createSignInLimits({ db, clock, door: 'web' });
  const passwords = createPasswordAttempts({ db, clock, limits, accounts });
  const browserSignIn = createBrowserSignIn({ browsers, events, cookies, limits, passwords });
  const { resolvePerson, resolveViewer, signInWithCompany, verifyOwner } = sessions;
  return {
    api: { resolvePerson, resolveViewer, findSessionEnd: activity.findEnd, signInWithCompany, verifyOwner, browserSignIn },
    routes: (app: FastifyInstance) =>
      signInRoutes(app, {
        accounts,
        passkeys,
        sessions,
        browsers,
        events,
        browserSignIn,
        cookies,
      }),
    jobs: [createNewBrowserNoticeHandler({ db, queue: platform.queue, accounts })],
    workerTasks: [
      ...(platform.staffIdleMs > 0 ? [{ name: 'signIn.idle', everyMs: IDLE_SWEEP_MS, run: activity.endIdle }] : []),
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
      on(accountDeleting, (tx, { userId }) => sessions.endAll(tx, userId, null, 'elsewhere')),
      on(credentialsChanged, async (tx, { userId, keptSessionHash, reason }) => {
        await sessions.endAll(tx, userId, keptSessionHash, reason);
        await browsers.forgetAll(tx, userId);
      }),
      on(secondFactorChanged, async (tx, { userId, keptSessionHash }) => {
        await sessions.endAll(tx, userId, keptSessionHash, 'secondFactor');
        await browsers.distrustAll(tx, userId);
      }),
    ],
    portProviders: [provide(personalDataExports, listSignInsExport)],
  };
}
