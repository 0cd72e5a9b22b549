import { readSharedWidget } from '@vitrine/contract/shared-albums.endpoints';
import * as endpoints from '@vitrine/contract/widgets.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import { type albumLinksModule, getLinkKey, PAGE_LIMITS } from '../album-links/index.ts';
import type { ModuleApi } from '../define-module.ts';
import type { WidgetsService } from './widgets.service.ts';

interface WidgetsRoutesDeps {
  widgets: WidgetsService;
  albumLinks: ModuleApi<typeof albumLinksModule>;
}

export async function widgetsRoutes(app: FastifyInstance, { widgets, albumLinks }: WidgetsRoutesDeps): Promise<void> {
  serve(app, endpoints.createWidget, async ({ actor, body: { userId: _userId, ...widget } }) => ({
    message: 'Added to the album.',
    result: await widgets.create(actor, widget),
  }));

  serve(app, endpoints.readWidget, async ({ actor, params }) => ({ result: await widgets.read(actor, params.mediaId) }));

  serve(
    app,
    readSharedWidget,
    async (call) => ({ result: await widgets.readShared(await albumLinks.getLinkViewer(getLinkKey(call)), call.params.mediaId) }),
    PAGE_LIMITS,
  );

  serve(app, endpoints.editWidget, async ({ actor, params, body: { name, settings } }) => ({
    message: 'Changes saved.',
    result: await widgets.edit(actor, params.mediaId, { name, settings }),
  }));
}
