import * as endpoints from '@vitrine/contract/bulk-publishes.endpoints';
import { toPublishSchedule } from '@vitrine/playback';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../plugins/endpoints.ts';
import type { BulkPublishesService } from './bulk-publishes.service.ts';

export async function bulkPublishRoutes(app: FastifyInstance, { bulk }: { bulk: BulkPublishesService }): Promise<void> {
  serve(app, endpoints.listDevicesPlaylists, async ({ actor, body }) => ({ result: await bulk.listPlaylists(actor, body.deviceId) }));

  serve(app, endpoints.removePublishes, async ({ actor, body: { playlistId, deviceId } }) => ({
    result: await bulk.remove(actor, { playlistId, deviceIds: deviceId }),
  }));

  serve(app, endpoints.restorePublishes, async ({ actor, body }) => ({ result: await bulk.restore(actor, body.removalId) }));

  serve(app, endpoints.schedulePublishes, async ({ actor, body: { playlistId, deviceId, schedule, ...request } }) => {
    const planned = toPublishSchedule({ ...request, schedule: schedule ?? undefined }) ?? { schedule: null };
    return { result: await bulk.schedule(actor, { playlistId, deviceIds: deviceId }, planned) };
  });
}
