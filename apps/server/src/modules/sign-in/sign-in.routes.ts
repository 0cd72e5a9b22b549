import * as accountEndpoints from '@vitrine/contract/accounts.endpoints';
import * as profileEndpoints from '@vitrine/contract/profile.endpoints';
import type { FastifyInstance } from 'fastify';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { accountsModule } from '../accounts/index.ts';
import type { ModuleApi } from '../define-module.ts';
import type { KnownBrowsersService } from './known-browsers.service.ts';
import type { SessionsService } from './sessions.service.ts';
import type { SignInCookies } from './sign-in-cookies.ts';
import type { SignInLimits } from './sign-in-limits.service.ts';

interface SignInRoutesDeps {
  accounts: ModuleApi<typeof accountsModule>;
  sessions: SessionsService;
  limits: SignInLimits;
  browsers: KnownBrowsersService;
  cookies: SignInCookies;
}

export async function signInRoutes(app: FastifyInstance, deps: SignInRoutesDeps): Promise<void> {
  signInAndOutRoutes(app, deps);
  passwordRoutes(app, deps);
  sessionRoutes(app, deps);
}

function signInAndOutRoutes(app: FastifyInstance, { accounts, sessions, limits, browsers, cookies }: SignInRoutesDeps): void {
  serve(app, accountEndpoints.readSealingKey, async () => ({ result: accounts.createSealingKey() }), { rateLimit: perMinute(600) });

  serve(
    app,
    accountEndpoints.signIn,
    async ({ body, request, reply }) => {
      const from = { userAgent: request.headers['user-agent'] ?? '', address: request.ip };
      const cookie = cookies.readKnownBrowser(request);
      const browser = await browsers.recognise(body.email, cookie);
      const guess = { address: request.ip, email: body.email, browser };
      // Guesses of a password take turns, wherever they come from.
      const {
        token,
        mediaToken,
        user: result,
      } = await app.runForAccount(`sign-in ${body.email.toLowerCase()}`, () =>
        limits.limitAttempts(guess, () => sessions.signIn(body, from)),
      );
      cookies.setMediaCookie(reply, mediaToken);
      cookies.setKnownBrowser(reply, await browsers.remember(result._id, cookie));
      return { token, result };
    },
    { rateLimit: perMinute(300) },
  );

  serve(app, accountEndpoints.signOut, async ({ actor, reply }) => {
    await sessions.signOut(actor);
    cookies.clearMediaCookie(reply);
    return {};
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
    cookies.setKnownBrowser(reply, await browsers.remember(actor.userId, cookies.readKnownBrowser(request)));
    return { message: 'Password changed.' };
  });
}

function sessionRoutes(app: FastifyInstance, { accounts, sessions, cookies }: SignInRoutesDeps): void {
  serve(app, profileEndpoints.setMediaCookie, async ({ actor, reply }) => {
    cookies.setMediaCookie(reply, sessions.createMediaToken(actor));
    return { result: await accounts.getUser(actor, actor.userId) };
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
}
