import * as endpoints from '@vitrine/contract/second-factor.endpoints';
import type { FastifyInstance } from 'fastify';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { FactorRecoveryService } from './factor-recovery.service.ts';
import type { SecondFactorSettingsService } from './second-factor-settings.service.ts';
import type { SecondFactorsService } from './second-factors.service.ts';

interface Deps {
  factors: SecondFactorsService;
  recovery: FactorRecoveryService;
  settings: SecondFactorSettingsService;
}

export async function secondFactorsRoutes(app: FastifyInstance, { factors, recovery, settings }: Deps): Promise<void> {
  serve(app, endpoints.readSecondFactor, async ({ actor }) => ({ result: await factors.read(actor) }));

  serve(app, endpoints.setUpSecondFactor, async ({ actor, body }) => ({ result: await factors.setUp(actor, body.password) }));

  serve(app, endpoints.confirmSecondFactor, async ({ actor, body }) => ({
    message: 'Two-step sign-in is on.',
    result: await factors.confirm(actor, body.code),
  }));

  serve(app, endpoints.removeSecondFactor, async ({ actor, body }) => {
    await factors.remove(actor, body.password);
    return { message: 'Two-step sign-in is off.' };
  });

  serve(app, endpoints.renewRecoveryCodes, async ({ actor, body }) => ({ result: await factors.renewRecoveryCodes(actor, body.password) }));

  serve(app, endpoints.resetSecondFactor, async ({ actor, params }) => {
    await factors.reset(actor, params.id);
    return { message: 'Two-step sign-in was turned off for this account.' };
  });

  serve(app, endpoints.readSecondFactorSettings, async () => ({ result: await settings.read() }));

  serve(app, endpoints.editSecondFactorSettings, async ({ actor, body }) => ({
    message: 'Two-step sign-in settings saved.',
    result: await settings.edit(actor, body),
  }));

  serve(app, endpoints.startFactorRecovery, async ({ body }) => ({ result: await recovery.start(body) }), { rateLimit: perMinute(60) });

  serve(app, endpoints.stopFactorRecovery, async ({ body }) => ({ result: await recovery.stop(body) }), { rateLimit: perMinute(60) });
}
