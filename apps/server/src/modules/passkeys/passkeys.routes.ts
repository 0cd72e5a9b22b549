import * as endpoints from '@vitrine/contract/passkeys.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { PasskeysService } from './passkeys.service.ts';

export async function passkeysRoutes(app: FastifyInstance, { passkeys }: { passkeys: PasskeysService }): Promise<void> {
  serve(app, endpoints.listPasskeys, async ({ actor }) => ({ result: await passkeys.list(actor) }));

  serve(app, endpoints.readPasskeyCreationOptions, async ({ actor, body }) => ({
    result: await passkeys.createOptions(actor, body.password),
  }));

  serve(app, endpoints.createPasskey, async ({ actor, body }) => ({
    message: 'Passkey added.',
    result: await passkeys.create(actor, body.name, body.response),
  }));

  serve(app, endpoints.renamePasskey, async ({ actor, params, body }) => ({ result: await passkeys.rename(actor, params.id, body.name) }));

  serve(app, endpoints.deletePasskey, async ({ actor, params }) => {
    await passkeys.remove(actor, params.id);
    return { message: 'Passkey removed.' };
  });
}
