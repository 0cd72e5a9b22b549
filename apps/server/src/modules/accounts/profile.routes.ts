import { BUSINESS_MESSAGES } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/profile.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { AccountsService } from './accounts.service.ts';
import type { AddressesService } from './addresses.service.ts';
import type { AdministrationService } from './administration.service.ts';
import type { FtpAccountsService } from './ftp-accounts.service.ts';
import type { KnownBrowsersService } from './known-browsers.service.ts';
import type { ProfileService } from './profile.service.ts';
import type { SessionsService } from './sessions.service.ts';
import type { SignInCookies } from './sign-in-cookies.ts';

export interface ProfileRoutesDeps {
  accounts: AccountsService;
  administration: AdministrationService;
  sessions: SessionsService;
  profile: ProfileService;
  addresses: AddressesService;
  ftp: FtpAccountsService;
  cookies: SignInCookies;
  browsers: KnownBrowsersService;
}

const UPDATED = 'Successfully Updated.';

export async function profileRoutes(app: FastifyInstance, deps: ProfileRoutesDeps): Promise<void> {
  userRoutes(app, deps);
  sessionRoutes(app, deps);
  ftpRoutes(app, deps);
  addressRoutes(app, deps);
}

function userRoutes(app: FastifyInstance, { accounts, administration, profile, cookies, browsers }: ProfileRoutesDeps): void {
  serve(app, endpoints.editUser, async ({ actor, params, body }) => {
    const { user: result, isEmailPending } = await profile.update(actor, params.id, body);
    if (body.subscription) return { message: BUSINESS_MESSAGES.subscriptionAdded, result };
    if (body.showMenu)
      return { message: body.showMenu === '1' ? BUSINESS_MESSAGES.menuActivated : BUSINESS_MESSAGES.menuDeactivated, result };
    return { message: isEmailPending ? `${UPDATED} We sent an email to your new address. Open the link to confirm it.` : UPDATED, result };
  });

  serve(app, endpoints.deleteUser, async ({ actor, params, body, reply }) => {
    await profile.remove(actor, params.id, body.password);
    cookies.clearMediaCookie(reply);
    return { message: 'Your account has been deleted.' };
  });

  serve(app, endpoints.changePassword, async ({ actor, body, request, reply }) => {
    const { userId = actor.userId, adminPassword, oldPassword = adminPassword ?? '', newPassword } = body;
    if (userId !== actor.userId) {
      await administration.setPassword(actor, userId, { adminPassword, newPassword });
      return { message: 'Password changed.' };
    }
    await accounts.changePassword(actor, { oldPassword, newPassword });
    // All browsers were forgotten; this one has just shown that it knows the password.
    cookies.setKnownBrowser(reply, await browsers.remember(actor.userId, cookies.readKnownBrowser(request)));
    return { message: 'Password changed.' };
  });

  serve(app, endpoints.exportAccount, async ({ actor, body, reply }) => {
    const kept = await profile.exportPersonalData(actor, body.password);
    reply.header('content-disposition', 'attachment; filename="vitrine-account.json"');
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(kept, null, 2));
  });
}

function sessionRoutes(app: FastifyInstance, { accounts, sessions, cookies }: ProfileRoutesDeps): void {
  serve(app, endpoints.setMediaCookie, async ({ actor, reply }) => {
    cookies.setMediaCookie(reply, sessions.createMediaToken(actor));
    return { result: await accounts.getUser(actor, actor.userId) };
  });

  serve(app, endpoints.listSessions, async ({ actor }) => ({ result: await sessions.list(actor) }));

  serve(app, endpoints.endSession, async ({ actor, params }) => {
    await sessions.endSession(actor, params.id);
    return { message: 'Signed out.' };
  });

  serve(app, endpoints.endOtherSessions, async ({ actor }) => {
    await sessions.endOtherSessions(actor);
    return { message: 'Signed out everywhere else.' };
  });
}

function ftpRoutes(app: FastifyInstance, { ftp }: ProfileRoutesDeps): void {
  serve(app, endpoints.readFtpAccount, async ({ actor }) => ({ result: await ftp.find(actor) }));

  serve(app, endpoints.createFtpAccount, async ({ actor, body }) => ({
    message: 'FTP account created.',
    result: await ftp.generate(actor, body.password),
  }));

  serve(app, endpoints.renewFtpPassword, async ({ actor, body }) => ({
    message: 'FTP password reset.',
    result: await ftp.renew(actor, body.password),
  }));

  serve(app, endpoints.deleteFtpAccount, async ({ actor, body }) => {
    await ftp.delete(actor, body.password);
    return { message: 'FTP account deleted.' };
  });
}

function addressRoutes(app: FastifyInstance, { addresses }: ProfileRoutesDeps): void {
  serve(app, endpoints.listAddresses, async ({ actor, params, query }) => ({
    result: await addresses.list(actor, params.userId, query),
  }));

  serve(app, endpoints.createAddress, async ({ actor, body }) => ({
    message: 'Address added.',
    result: await addresses.add(actor, body),
  }));

  serve(app, endpoints.editAddress, async ({ actor, params, body }) => ({
    message: 'Address updated.',
    result: await addresses.change(actor, params.id, body),
  }));

  serve(app, endpoints.deleteAddress, async ({ actor, params }) => {
    await addresses.remove(actor, params.id);
    return { message: 'Address deleted.' };
  });
}
