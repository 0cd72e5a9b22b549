import * as endpoints from '@vitrine/contract/items.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { ItemsService } from './items.service.ts';

export async function itemsRoutes(app: FastifyInstance, { items }: { items: ItemsService }): Promise<void> {
  serve(app, endpoints.listItems, async ({ actor, query }) => ({ result: await items.list(actor, query) }));

  serve(app, endpoints.readItem, async ({ actor, params }) => ({ result: await items.read(actor, params.id) }));

  serve(app, endpoints.quoteItems, async ({ actor, body }) => ({ result: await items.quote(actor, body) }));

  serve(app, endpoints.createItem, async ({ actor, body }) => ({ result: await items.create(actor, body) }));

  serve(app, endpoints.editItem, async ({ actor, params, body, version }) => ({
    result: await items.edit(actor, params.id, body, version),
  }));

  serve(app, endpoints.deleteItems, async ({ actor, body }) => {
    await items.delete(actor, body.itemIds);
    return {};
  });
}
