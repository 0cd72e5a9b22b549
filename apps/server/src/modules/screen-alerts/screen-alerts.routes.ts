import * as endpoints from '@vitrine/contract/screen-alerts.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { AlertSettingsService } from './alert-settings.service.ts';

export async function screenAlertsRoutes(app: FastifyInstance, { settings }: { settings: AlertSettingsService }): Promise<void> {
  serve(app, endpoints.readScreenAlerts, async ({ actor, query }) => ({ result: await settings.read(actor, query) }));

  serve(app, endpoints.editScreenAlerts, async ({ actor, body }) => {
    await settings.edit(actor, body);
    return { message: 'Changes saved.' };
  });

  serve(app, endpoints.editTagAlerts, async ({ actor, params, body }) => {
    await settings.editTag(actor, params.tagId, body.conditions);
    return { message: 'Changes saved.' };
  });

  serve(app, endpoints.deleteTagAlerts, async ({ actor, params }) => {
    await settings.deleteTag(actor, params.tagId);
    return { message: 'Changes saved.' };
  });

  serve(app, endpoints.editAlertSubscription, async ({ actor, body }) => {
    await settings.subscribe(actor, body);
    return { message: 'Changes saved.' };
  });
}
