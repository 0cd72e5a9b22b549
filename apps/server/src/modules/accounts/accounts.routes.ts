import * as endpoints from '@vitrine/contract/accounts.endpoints';
import type { FastifyInstance } from 'fastify';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { AccountsService } from './accounts.service.ts';
import type { KnownBrowsersService } from './known-browsers.service.ts';
import type { SealedPasswords } from './sealed-passwords.service.ts';
import type { SessionsService } from './sessions.service.ts';
import type { SignInCookies } from './sign-in-cookies.ts';
import type { SignInLimits } from './sign-in-limits.service.ts';

export interface AccountsRoutesDeps {
  accounts: AccountsService;
  sessions: SessionsService;
  sealed: SealedPasswords;
  limits: SignInLimits;
  browsers: KnownBrowsersService;
  cookies: SignInCookies;
}

const MAIL_SENT_MESSAGE = 'If there’s an account with this address, we’ve sent you an email.';

export async function accountsRoutes(app: FastifyInstance, deps: AccountsRoutesDeps): Promise<void> {
  signInRoutes(app, deps);
  linkRoutes(app, deps);
  const { accounts } = deps;

  serve(app, endpoints.setPrivacy, async ({ actor, params, body }) => {
    await accounts.setPrivacy(actor, params.userId, body.privacy);
    return {};
  });

  serve(app, endpoints.setOnboardingEnded, async ({ actor, params, body }) => {
    await accounts.setWelcomeEnded(actor, params.userId, body.ended);
    return {};
  });

  serve(app, endpoints.readUser, async ({ actor, params }) => ({ result: await accounts.getUser(actor, params.userId) }));
}

function signInRoutes(app: FastifyInstance, { sealed, sessions, limits, browsers, cookies }: AccountsRoutesDeps): void {
  serve(app, endpoints.readSealingKey, async () => ({ result: sealed.createSealingKey() }), { rateLimit: perMinute(600) });

  serve(
    app,
    endpoints.signIn,
    async ({ body, request, reply }) => {
      const from = { userAgent: request.headers['user-agent'] ?? '', address: request.ip };
      const cookie = cookies.readKnownBrowser(request);
      const browser = await browsers.recognise(body.email, cookie);
      const guess = { address: request.ip, email: body.email, browser };
      const { token, mediaToken, user: result } = await limits.limitAttempts(guess, () => sessions.signIn(body, from));
      cookies.setMediaCookie(reply, mediaToken);
      cookies.setKnownBrowser(reply, await browsers.remember(result._id, cookie));
      return { token, result };
    },
    { rateLimit: perMinute(300) },
  );

  serve(app, endpoints.signOut, async ({ actor, reply }) => {
    await sessions.signOut(actor);
    cookies.clearMediaCookie(reply);
    return {};
  });
}

/** Sign-up, the requests for mails with links, and the requests that those links lead to. */
function linkRoutes(app: FastifyInstance, { accounts, limits, browsers, cookies }: AccountsRoutesDeps): void {
  serve(
    app,
    endpoints.signUp,
    async ({ body, request }) => {
      const result = await limits.watchSignUp(request.ip, () => accounts.signUp(body));
      return { message: 'User created successfully!', result };
    },
    { rateLimit: perMinute(60) },
  );

  serve(
    app,
    endpoints.verifyEmail,
    async ({ query, body: { key, lock } }) => {
      if (query.type !== 'create_user') return { result: await accounts.checkResetLink(key, lock) };
      return { message: 'Email address verified. You can sign in now.', result: await accounts.verifyEmail(key, lock) };
    },
    { rateLimit: perMinute(60) },
  );

  serve(
    app,
    endpoints.requestAccountEmail,
    async ({ body: { email, type } }) => {
      await limits.assertMailAllowed(email);
      await (type === 'verify_email' ? accounts.resendVerification(email) : accounts.forgotPassword(email));
      return { message: MAIL_SENT_MESSAGE };
    },
    { rateLimit: perMinute(30) },
  );

  serve(
    app,
    endpoints.resetPassword,
    async ({ body, request, reply }) => {
      const userId = await accounts.resetPassword(body);
      // The reader of the mail must be able to sign in from this browser while strangers keep guessing.
      cookies.setKnownBrowser(reply, await browsers.remember(userId, cookies.readKnownBrowser(request)));
      return { message: 'Password changed. You can sign in now.' };
    },
    { rateLimit: perMinute(30) },
  );
}
