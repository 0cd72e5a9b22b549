import {
  done,
  envelope,
  forgotBody,
  privacyBody,
  resetPasswordBody,
  sealingKey,
  signInBody,
  signUpBody,
  user,
  verifiedEmail,
  verifyBody,
  verifyQuery,
} from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { personOf } from '../../plugins/access-gate.ts';
import type { AccountsService } from './accounts.service.ts';
import { clearMediaCookie, setMediaCookie } from './media-cookie.ts';
import type { SealedPasswords } from './sealed-passwords.ts';
import type { SessionsService } from './sessions.service.ts';
import type { SignInLimits } from './sign-in-limits.ts';

export interface AccountsRoutesDeps {
  accounts: AccountsService;
  sessions: SessionsService;
  sealed: SealedPasswords;
  limits: SignInLimits;
}

const tags = ['accounts'];
const perMinute = (max: number) => ({ rateLimit: { max, timeWindow: 60_000 } });
const userParams = z.object({ userId: z.uuid() });
const MAIL_SENT = 'If there is an account with this address, a mail is on its way.';

export const accountsRoutes: FastifyPluginAsyncZod<AccountsRoutesDeps> = async (app, { accounts, sessions, sealed, limits }) => {
  app.get(
    '/users/login/key',
    { config: { access: 'public', ...perMinute(600) }, schema: { tags, response: { 200: envelope(sealingKey) } } },
    async () => ({ error: false as const, result: sealed.offer() }),
  );

  app.post(
    '/users/login',
    { config: { access: 'public', ...perMinute(300) }, schema: { tags, body: signInBody, response: { 200: envelope(user) } } },
    async (request, reply) => {
      limits.assertAllowed(request.ip, request.body.email);
      const from = { userAgent: request.headers['user-agent'] ?? '', address: request.ip };
      const { token, user: result } = await limits.watch(request.ip, request.body.email, () => sessions.signIn(request.body, from));
      setMediaCookie(request, reply, token);
      return { error: false as const, token, result };
    },
  );

  app.post('/users/logout', { config: { access: 'session' }, schema: { tags, response: { 200: done } } }, async (request, reply) => {
    await sessions.signOut(personOf(request));
    clearMediaCookie(reply);
    return { error: false as const };
  });

  app.post(
    '/users',
    { config: { access: 'public', ...perMinute(60) }, schema: { tags, body: signUpBody, response: { 201: envelope(user) } } },
    async (request, reply) => {
      const result = await accounts.signUp(request.body);
      return reply.code(201).send({ error: false as const, message: 'User created successfully!', result });
    },
  );

  app.put(
    '/users/email/verify',
    {
      config: { access: 'public', ...perMinute(60) },
      schema: { tags, querystring: verifyQuery, body: verifyBody, response: { 200: envelope(verifiedEmail.nullable()) } },
    },
    async (request) => {
      const { key, lock } = request.body;
      if (request.query.type !== 'create_user') return { error: false as const, result: await accounts.checkResetLink(key, lock) };
      await accounts.verifyEmail(key, lock);
      return { error: false as const, message: 'Your email address is verified. You can sign in now.', result: null };
    },
  );

  app.put(
    '/users/forgot/password',
    { config: { access: 'public', ...perMinute(30) }, schema: { tags, body: forgotBody, response: { 200: done } } },
    async (request) => {
      const { email, type } = request.body;
      limits.assertMailAllowed(email);
      await (type === 'verify_email' ? accounts.resendVerification(email) : accounts.forgotPassword(email));
      return { error: false as const, message: MAIL_SENT };
    },
  );

  app.put(
    '/users/reset/password',
    { config: { access: 'public', ...perMinute(30) }, schema: { tags, body: resetPasswordBody, response: { 200: done } } },
    async (request) => {
      await accounts.resetPassword(request.body);
      return { error: false as const, message: 'Your password was changed. You can sign in now.' };
    },
  );

  app.put(
    '/users/privecy/:userId',
    { config: { access: 'session' }, schema: { tags, params: userParams, body: privacyBody, response: { 200: done } } },
    async (request) => {
      await accounts.setPrivacy(personOf(request), request.params.userId, request.body.privacy);
      return { error: false as const };
    },
  );

  app.get(
    '/users/:userId',
    { config: { access: 'session' }, schema: { tags, params: userParams, response: { 200: envelope(user) } } },
    async (request) => ({ error: false as const, result: await accounts.getUser(personOf(request), request.params.userId) }),
  );
};
