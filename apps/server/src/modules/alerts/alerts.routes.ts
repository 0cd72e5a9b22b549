import * as endpoints from '@vitrine/contract/alerts.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { AlertsService } from './alerts.service.ts';

export async function alertsRoutes(app: FastifyInstance, { alerts }: { alerts: AlertsService }): Promise<void> {
  serve(app, endpoints.readAlerts, async () => ({ result: await alerts.read() }));

  serve(app, endpoints.editAlerts, async ({ actor, body }) => ({ message: 'Alerts saved.', result: await alerts.edit(actor, body) }));
}
