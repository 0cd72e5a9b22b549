import * as orderEndpoints from '@vitrine/contract/orders.endpoints';
import * as endpoints from '@vitrine/contract/posters.endpoints';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../plugins/endpoints.ts';
import { formatAttachmentHeader } from '../files/index.ts';
import type { OrdersApi } from '../orders/index.ts';
import { createPosterOptionsService } from './poster-options.service.ts';
import type { PosterPrints } from './poster-print.service.ts';
import { presentCombination, presentPosterOption, presentPrice } from './posters.presenter.ts';
import { findCombination, listCombinations, listPosterOptions } from './posters.read-model.ts';

interface Deps {
  db: Database;
  orders: OrdersApi;
  prints: PosterPrints;
}

/** Options and prices of posters for everyone, and their administration. */
export async function postersRoutes(app: FastifyInstance, { db, orders, prints }: Deps): Promise<void> {
  const values = createPosterOptionsService({ db });
  const { statuses } = orders;

  serve(app, endpoints.listMasterValues, async ({ query: { type } }) => ({
    result:
      type === 'order'
        ? await statuses.list()
        : (await listPosterOptions(db, type === 'poster' ? undefined : type)).map(presentPosterOption),
  }));

  serve(app, endpoints.createMasterValue, async ({ actor, body }) => ({
    message: 'event' in body ? 'Status created.' : 'Poster property created.',
    result: 'event' in body ? await statuses.create(actor, body) : await values.create(actor, body),
  }));

  serve(app, endpoints.editMasterValue, async ({ actor, params, body, version }) => ({
    message: 'event' in body ? 'Status updated.' : 'Poster property updated.',
    result: 'event' in body ? await statuses.edit(actor, params.id, body, version) : await values.edit(actor, params.id, body, version),
  }));

  serve(app, endpoints.deleteMasterValue, async ({ actor, params }) => {
    if (await values.remove(actor, params.id)) return { message: 'Poster property deleted.' };
    await statuses.remove(actor, params.id);
    return { message: 'Status deleted.' };
  });

  serve(app, endpoints.listCombinations, async ({ query }) => ({
    result: (await listCombinations(db, query)).map(presentCombination),
  }));

  serve(app, endpoints.readPosterPrice, async ({ query }) => {
    const found = await findCombination(db, query);
    if (!found) throw new AppError('POSTER_UNAVAILABLE');
    return { result: presentPrice(found) };
  });

  serve(app, endpoints.createCombination, async ({ actor, body }) => ({
    message: 'Poster price created.',
    result: await values.createCombination(actor, body),
  }));

  serve(app, endpoints.editCombination, async ({ actor, params, body, version }) => ({
    message: 'Poster price updated.',
    result: await values.editCombination(actor, params.id, body, version),
  }));

  serve(app, endpoints.deleteCombination, async ({ actor, params }) => {
    await values.removeCombination(actor, params.id);
    return { message: 'Poster price deleted.' };
  });

  serve(app, orderEndpoints.downloadPrintFile, async ({ actor, params, reply }) => {
    const { name, sizeBytes, bytes } = await prints.open(actor, params.id);
    return reply
      .type('image/jpeg')
      .header('content-length', sizeBytes)
      .header('content-disposition', formatAttachmentHeader(`${name}.jpg`))
      .header('cache-control', 'no-store')
      .send(bytes);
  });
}
