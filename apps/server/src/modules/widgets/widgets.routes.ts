import * as endpoints from '@vitrine/contract/widgets.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { WidgetsService } from './widgets.service.ts';

export async function widgetsRoutes(app: FastifyInstance, { widgets }: { widgets: WidgetsService }): Promise<void> {
  serve(app, endpoints.createWidget, async ({ actor, body: { userId: _userId, ...widget } }) => ({
    message: 'Added to the album.',
    result: await widgets.create(actor, widget),
  }));

  serve(app, endpoints.readWidget, async ({ actor, params }) => ({ result: await widgets.read(actor, params.mediaId) }));

  serve(app, endpoints.editWidget, async ({ actor, params, body: { name, settings } }) => ({
    message: 'Changes saved.',
    result: await widgets.edit(actor, params.mediaId, { name, settings }),
  }));
}
