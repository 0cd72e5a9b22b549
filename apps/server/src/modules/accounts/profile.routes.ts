import { BUSINESS_MESSAGES } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/profile.endpoints';
import type { FastifyInstance } from 'fastify';
import { clearMediaCookie } from '../../plugins/access-gate.ts';
import { serve } from '../../plugins/endpoints.ts';
import type { AddressesService } from './addresses.service.ts';
import type { ProfileService } from './profile.service.ts';

export interface ProfileRoutesDeps {
  profile: ProfileService;
  addresses: AddressesService;
}

const UPDATED = 'Successfully Updated.';

export async function profileRoutes(app: FastifyInstance, deps: ProfileRoutesDeps): Promise<void> {
  userRoutes(app, deps);
  addressRoutes(app, deps);
}

function userRoutes(app: FastifyInstance, { profile }: ProfileRoutesDeps): void {
  serve(app, endpoints.editUser, async ({ actor, params, body }) => {
    const { user: result, isEmailPending } = await profile.update(actor, params.id, body);
    if (body.subscription) return { message: BUSINESS_MESSAGES.subscriptionAdded, result };
    if (body.showMenu)
      return { message: body.showMenu === '1' ? BUSINESS_MESSAGES.menuActivated : BUSINESS_MESSAGES.menuDeactivated, result };
    return { message: isEmailPending ? `${UPDATED} We sent an email to your new address. Open the link to confirm it.` : UPDATED, result };
  });

  serve(app, endpoints.deleteUser, async ({ actor, params, body, reply }) => {
    await profile.remove(actor, params.id, body.password);
    clearMediaCookie(reply);
    return { message: 'Your account has been deleted.' };
  });

  serve(app, endpoints.exportAccount, async ({ actor, body, reply }) => {
    const kept = await profile.exportPersonalData(actor, body.password);
    reply.header('content-disposition', 'attachment; filename="vitrine-account.json"');
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(kept, null, 2));
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
