import * as endpoints from '@vitrine/contract/accounts.endpoints';
import type { FastifyInstance } from 'fastify';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { AccountsService } from './accounts.service.ts';
import type { SignUpLimits } from './sign-up-limits.service.ts';

export interface AccountsRoutesDeps {
  accounts: AccountsService;
  limits: SignUpLimits;
}

const MAIL_SENT_MESSAGE = 'If there’s an account with this address, we’ve sent you an email.';

export async function accountsRoutes(app: FastifyInstance, deps: AccountsRoutesDeps): Promise<void> {
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

/** Sign-up, the requests for mails with links, and the requests that those links lead to. */
function linkRoutes(app: FastifyInstance, { accounts, limits }: AccountsRoutesDeps): void {
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
}
