import {
  address,
  addressBody,
  changePasswordBody,
  deleteAccountBody,
  done,
  editUserBody,
  envelope,
  ftpAccount,
  ftpBody,
  idParams,
  pageQuery,
  signedIn,
  user,
} from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { personOf } from '../../plugins/access-gate.ts';
import type { AccountsService } from './accounts.service.ts';
import type { AddressesService } from './addresses.service.ts';
import type { FtpAccounts } from './ftp-accounts.ts';
import { clearMediaCookie, setMediaCookie } from './media-cookie.ts';
import type { ProfileService } from './profile.service.ts';
import type { SessionsService } from './sessions.service.ts';

export interface ProfileRoutesDeps {
  accounts: AccountsService;
  sessions: SessionsService;
  profile: ProfileService;
  addresses: AddressesService;
  ftp: FtpAccounts;
}

const tags = ['profile'];
const config = { access: 'session' } as const;
const userParams = z.object({ userId: z.uuid() });
const sessionParams = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) });
const UPDATED = 'Successfully Updated.';

export const profileRoutes: FastifyPluginAsyncZod<ProfileRoutesDeps> = async (app, { accounts, sessions, profile, addresses, ftp }) => {
  app.put(
    '/users/:id',
    { config, schema: { tags, params: idParams, body: editUserBody, response: { 200: envelope(user) } } },
    async (request) => {
      const { user: result, isEmailPending } = await profile.update(personOf(request), request.params.id, request.body);
      return {
        error: false as const,
        message: isEmailPending ? `${UPDATED} Please confirm the new address by the mail we sent to it.` : UPDATED,
        result,
      };
    },
  );

  app.delete(
    '/users/:id',
    { config, schema: { tags, params: idParams, body: deleteAccountBody, response: { 200: done } } },
    async (request, reply) => {
      await profile.remove(personOf(request), request.params.id, request.body.password);
      clearMediaCookie(reply);
      return { error: false as const, message: 'Your account was deleted.' };
    },
  );

  app.put('/users/password', { config, schema: { tags, body: changePasswordBody, response: { 200: done } } }, async (request) => {
    await accounts.changePassword(personOf(request), request.body);
    return { error: false as const, message: 'Password changed successfully.' };
  });

  app.get('/users/export', { config, schema: { tags } }, async (request, reply) => {
    reply.header('content-disposition', 'attachment; filename="vitrine-account.json"');
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(await profile.exportOf(personOf(request)), null, 2));
  });

  /** For a token that came along in an address: opens pictures with it, and says whose it is. */
  app.post('/users/media-cookie', { config, schema: { tags, response: { 200: envelope(user) } } }, async (request, reply) => {
    const actor = personOf(request);
    setMediaCookie(request, reply, (request.headers.authorization ?? '').replace(/^Bearer /, ''));
    return { error: false as const, result: await accounts.getUser(actor, actor.userId) };
  });

  app.get('/users/sessions', { config, schema: { tags, response: { 200: envelope(z.array(signedIn)) } } }, async (request) => ({
    error: false as const,
    result: await sessions.list(personOf(request)),
  }));
  app.delete('/users/sessions/:id', { config, schema: { tags, params: sessionParams, response: { 200: done } } }, async (request) => {
    await sessions.end(personOf(request), request.params.id);
    return { error: false as const, message: 'Signed out there.' };
  });
  app.delete('/users/sessions', { config, schema: { tags, response: { 200: done } } }, async (request) => {
    await sessions.endOthers(personOf(request));
    return { error: false as const, message: 'Signed out everywhere else.' };
  });

  app.get('/users/ftp/server', { config, schema: { tags, response: { 200: envelope(ftpAccount.nullable()) } } }, async (request) => ({
    error: false as const,
    result: await ftp.find(personOf(request)),
  }));
  app.post('/users/ftp/server', { config, schema: { tags, body: ftpBody, response: { 200: envelope(ftpAccount) } } }, async (request) => ({
    error: false as const,
    message: 'FTP account generated successfully.',
    result: await ftp.generate(personOf(request)),
  }));

  app.get(
    '/address/:userId',
    { config, schema: { tags, params: userParams, querystring: pageQuery, response: { 200: envelope(z.array(address)) } } },
    async (request) => ({ error: false as const, result: await addresses.list(personOf(request), request.params.userId, request.query) }),
  );
  app.post('/address', { config, schema: { tags, body: addressBody, response: { 201: envelope(address) } } }, async (request, reply) => {
    const result = await addresses.add(personOf(request), request.body);
    return reply.code(201).send({ error: false as const, message: 'Address added successfully.', result });
  });
  app.put(
    '/address/:id',
    { config, schema: { tags, params: idParams, body: addressBody, response: { 200: envelope(address) } } },
    async (request) => ({
      error: false as const,
      message: 'Address updated successfully.',
      result: await addresses.change(personOf(request), request.params.id, request.body),
    }),
  );
  app.delete('/address/:id', { config, schema: { tags, params: idParams, response: { 200: done } } }, async (request) => {
    await addresses.remove(personOf(request), request.params.id);
    return { error: false as const, message: 'Address deleted successfully.' };
  });
};
