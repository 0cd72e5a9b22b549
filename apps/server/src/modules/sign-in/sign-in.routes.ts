import * as accountEndpoints from '@vitrine/contract/accounts.endpoints';
import * as passkeyEndpoints from '@vitrine/contract/passkeys.endpoints';
import { endAccountSessions } from '@vitrine/contract/people.endpoints';
import * as profileEndpoints from '@vitrine/contract/profile.endpoints';
import * as factorEndpoints from '@vitrine/contract/second-factor.endpoints';
import type { FastifyInstance } from 'fastify';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { accountsModule } from '../accounts/index.ts';
import type { ModuleApi } from '../define-module.ts';
import type { passkeysModule } from '../passkeys/index.ts';
import type { BrowserSignIn } from './browser-sign-in.ts';
import type { KnownBrowsersService } from './known-browsers.service.ts';
import type { SessionsService } from './sessions.service.ts';
import type { SignInCookies } from './sign-in-cookies.ts';
import type { SignInEventsService } from './sign-in-events.service.ts';

interface SignInRoutesDeps {
  accounts: ModuleApi<typeof accountsModule>;
  passkeys: Pick<ModuleApi<typeof passkeysModule>, 'answerOptions'>;
  sessions: SessionsService;
  events: SignInEventsService;
  browserSignIn: BrowserSignIn;
  browsers: KnownBrowsersService;
  cookies: SignInCookies;
}

export async function signInRoutes(app: FastifyInstance, deps: SignInRoutesDeps): Promise<void> {
  signInAndOutRoutes(app, deps);
  passkeyRoutes(app, deps);
  passwordRoutes(app, deps);
  sessionRoutes(app, deps);
}

function signInAndOutRoutes(app: FastifyInstance, { accounts, sessions, browserSignIn, cookies }: SignInRoutesDeps): void {
  serve(app, accountEndpoints.readSealingKey, async () => ({ result: accounts.createSealingKey() }), { rateLimit: perMinute(600) });

  serve(
    app,
    accountEndpoints.signIn,
    async ({ body, request, reply }) => {
      const opened = await browserSignIn.verifyPassword(request, body, (verified, from) => sessions.signIn(verified, body.code, from));
      browserSignIn.setCookies(reply, opened);
      return { token: opened.token, result: opened.user };
    },
    { rateLimit: perMinute(300) },
  );

  serve(
    app,
    factorEndpoints.requestFactorRecovery,
    async ({ body, request }) => {
      await browserSignIn.verifyPassword(request, body, sessions.requestFactorRecovery);
      return { message: 'We’ve sent you an email with a link.' };
    },
    { rateLimit: perMinute(60) },
  );

  serve(app, accountEndpoints.signOut, async ({ actor, reply }) => {
    await sessions.signOut(actor);
    cookies.clearMediaCookie(reply);
    return {};
  });
}

/** Signing in and confirming a session with a passkey. */
function passkeyRoutes(app: FastifyInstance, { passkeys, sessions, browserSignIn }: SignInRoutesDeps): void {
  serve(app, passkeyEndpoints.readPasskeySignInOptions, async () => ({ result: await passkeys.answerOptions('sign-in') }), {
    rateLimit: perMinute(300),
  });

  serve(
    app,
    passkeyEndpoints.signInWithPasskey,
    async ({ body, request, reply }) => {
      const opened = await sessions.signInWithPasskey(body.response, browserSignIn.describeVisitor(request));
      browserSignIn.setCookies(reply, opened);
      return { token: opened.token, result: opened.user };
    },
    { rateLimit: perMinute(300) },
  );

  serve(app, passkeyEndpoints.readPasskeyStepUpOptions, async ({ actor }) => ({
    result: await passkeys.answerOptions(`step-up ${actor.sessionId}`),
  }));

  serve(app, passkeyEndpoints.stepUpWithPasskey, async ({ actor, body, request }) => {
    await sessions.stepUpWithPasskey(actor, body.response, request.ip);
    return { message: 'Confirmed.' };
  });
}

/** A new password makes the account forget its browsers. These routes then remember the one that has set it. */
function passwordRoutes(app: FastifyInstance, { accounts, browsers, cookies }: SignInRoutesDeps): void {
  serve(
    app,
    accountEndpoints.resetPassword,
    async ({ body, request, reply }) => {
      const userId = await accounts.resetPassword(body);
      // The reader of the mail must be able to sign in from this browser while strangers keep guessing.
      cookies.setKnownBrowser(reply, await browsers.remember(userId, cookies.readKnownBrowser(request)));
      return { message: 'Password changed. You can sign in now.' };
    },
    { rateLimit: perMinute(30) },
  );

  serve(app, profileEndpoints.changePassword, async ({ actor, body, request, reply }) => {
    const { userId = actor.userId, adminPassword, oldPassword = adminPassword ?? '', newPassword } = body;
    if (userId !== actor.userId) {
      await accounts.setPassword(actor, userId, { adminPassword, newPassword });
      return { message: 'Password changed.' };
    }
    await accounts.changePassword(actor, { oldPassword, newPassword });
    // Accounts with a second factor had to give it for this.
    cookies.setKnownBrowser(reply, await browsers.remember(actor.userId, cookies.readKnownBrowser(request), { isTrusted: true }));
    return { message: 'Password changed.' };
  });
}

function sessionRoutes(app: FastifyInstance, { accounts, sessions, events, cookies }: SignInRoutesDeps): void {
  serve(app, profileEndpoints.listSignInEvents, async ({ actor }) => ({ result: await events.list(actor) }));

  serve(app, profileEndpoints.setMediaCookie, async ({ actor, reply }) => {
    cookies.setMediaCookie(reply, sessions.createMediaToken(actor));
    return { result: await accounts.getUser(actor, actor.userId) };
  });

  serve(app, factorEndpoints.stepUp, async ({ actor, body, request }) => {
    await sessions.stepUp(actor, body.code, request.ip);
    return { message: 'Confirmed.' };
  });

  serve(app, profileEndpoints.listSessions, async ({ actor }) => ({ result: await sessions.list(actor) }));

  serve(app, profileEndpoints.endSession, async ({ actor, params }) => {
    await sessions.endSession(actor, params.id);
    return { message: 'Signed out.' };
  });

  serve(app, profileEndpoints.endOtherSessions, async ({ actor }) => {
    await sessions.endOtherSessions(actor);
    return { message: 'Signed out everywhere else.' };
  });

  serve(app, endAccountSessions, async ({ actor, params }) => {
    await sessions.endSessionsOfAccount(actor, params.id);
    return { message: 'All sessions of this account were ended.' };
  });

  // The access gate has recorded the activity.
  serve(app, profileEndpoints.reportActivity, async () => ({}));
}
