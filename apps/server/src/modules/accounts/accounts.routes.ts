import {
  done,
  envelope,
  forgotBody,
  privacyBody,
  sealingKey,
  signInBody,
  signUpBody,
  user,
  verifyBody,
  verifyQuery,
} from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MEDIA_COOKIE, personOf } from '../../plugins/access-gate.ts';
import type { AccountsService } from './accounts.service.ts';
import type { SealedPasswords } from './sealed-passwords.ts';
import type { SessionsService } from './sessions.service.ts';

export interface AccountsRoutesDeps {
  accounts: AccountsService;
  sessions: SessionsService;
  sealed: SealedPasswords;
}

const tags = ['accounts'];
const perMinute = (max: number) => ({ rateLimit: { max, timeWindow: 60_000 } });
const userParams = z.object({ userId: z.uuid() });

export const accountsRoutes: FastifyPluginAsyncZod<AccountsRoutesDeps> = async (app, { accounts, sessions, sealed }) => {
  app.get(
    '/users/login/key',
    { config: { access: 'public', ...perMinute(120) }, schema: { tags, response: { 200: envelope(sealingKey) } } },
    async () => ({
      error: false as const,
      result: sealed.offer(),
    }),
  );

  app.post(
    '/users/login',
    { config: { access: 'public', ...perMinute(60) }, schema: { tags, body: signInBody, response: { 200: envelope(user) } } },
    async (request, reply) => {
      const { token, user: signedIn } = await sessions.signIn(request.body);
      // Pictures and streams are fetched without headers; this cookie opens those alone.
      reply.setCookie(MEDIA_COOKIE, token, { path: '/api', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' });
      return { error: false as const, token, result: signedIn };
    },
  );

  app.post('/users/logout', { config: { access: 'session' }, schema: { tags, response: { 200: done } } }, async (request, reply) => {
    await sessions.signOut(personOf(request));
    reply.clearCookie(MEDIA_COOKIE, { path: '/api' });
    return { error: false as const };
  });

  app.post(
    '/users',
    { config: { access: 'public', ...perMinute(20) }, schema: { tags, body: signUpBody, response: { 201: envelope(user) } } },
    async (request, reply) => {
      const created = await accounts.signUp(request.body);
      return reply.code(201).send({ error: false as const, message: 'User created successfully!', result: created });
    },
  );

  app.put(
    '/users/email/verify',
    {
      config: { access: 'public', ...perMinute(30) },
      schema: { tags, querystring: verifyQuery, body: verifyBody, response: { 200: done } },
    },
    async (request) => {
      await accounts.verifyEmail(request.body.key, request.body.lock);
      return { error: false as const, message: 'Your email address is verified. You can sign in now.' };
    },
  );

  app.put(
    '/users/forgot/password',
    { config: { access: 'public', ...perMinute(10) }, schema: { tags, body: forgotBody, response: { 200: done } } },
    async (request) => {
      await accounts.resendVerification(request.body.email);
      return { error: false as const, message: 'If this address needs verifying, a new mail is on its way.' };
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
    async (request) => ({
      error: false as const,
      result: await accounts.getUser(personOf(request), request.params.userId),
    }),
  );
};
