import * as endpoints from '@vitrine/contract/bulk-devices.endpoints';
import type { FastifyInstance } from 'fastify';
import { createLimiterPerKey } from '../../../platform/concurrency-limiter.ts';
import { getPerson } from '../../../plugins/access-gate.ts';
import { perMinute, serve } from '../../../plugins/endpoints.ts';
import type { DeviceTagsService } from '../tags/device-tags.service.ts';
import type { BulkDevicesService } from './bulk-devices.service.ts';
import type { BulkSettingsService } from './bulk-settings.service.ts';
import type { DeviceTransferService } from './device-transfer.service.ts';

/** The dialog requests a preview for every pause in typing. */
const PREVIEWS_A_MINUTE = 120;
const CHANGES_A_MINUTE = 60;
/** Requests of an account that wait for the one that runs. */
const WAITING_REQUESTS = 20;

interface BulkDeviceRoutesDeps {
  tags: DeviceTagsService;
  bulk: BulkDevicesService;
  settings: BulkSettingsService;
  transfer: DeviceTransferService;
}

export async function bulkDeviceRoutes(app: FastifyInstance, { tags, bulk, settings, transfer }: BulkDeviceRoutesDeps): Promise<void> {
  serve(app, endpoints.listDeviceTags, async ({ actor, params: { userId }, query: { orgId } }) => ({
    result: await tags.list(actor, { userId, orgId }),
  }));

  serve(app, endpoints.renameDeviceTag, async ({ actor, params, body }) => {
    await tags.rename(actor, params.id, body.name);
    return { message: 'Tag renamed.' };
  });

  serve(app, endpoints.setTagSettings, async ({ actor, params, body }) => {
    await tags.setSettings(actor, params.id, body);
    return { message: 'Tag updated.' };
  });

  serve(app, endpoints.deleteDeviceTag, async ({ actor, params }) => {
    await tags.remove(actor, params.id);
    return { message: 'Tag removed from all devices.' };
  });

  serve(app, endpoints.tagDevices, async ({ actor, body: { deviceId, add, remove } }) => ({
    result: await tags.tagDevices(actor, { deviceIds: deviceId, add, remove }),
  }));

  serve(app, endpoints.reloadDevices, async ({ actor, body }) => ({ result: await bulk.reload(actor, body.deviceId) }));

  serve(app, endpoints.deleteDevices, async ({ actor, body }) => ({ result: await bulk.remove(actor, body.deviceId) }));

  serve(app, endpoints.transferDevices, async ({ actor, body: { deviceId, ...to } }) => ({
    result: await transfer.move(actor, { deviceIds: deviceId, ...to }),
  }));

  serve(app, endpoints.readDeviceTransferForecast, async ({ actor, body: { deviceId, ...to } }) => ({
    result: await transfer.forecast(actor, { deviceIds: deviceId, ...to }),
  }));

  serveSettings(app, settings);
}

function serveSettings(app: FastifyInstance, settings: BulkSettingsService): void {
  // A change of thousands of devices takes the database a second. An account rests after each request for as long as it took.
  const runForAccount = createLimiterPerKey(() => ({ lanes: 1, waiting: WAITING_REQUESTS, getRestMs: (tookMs) => tookMs }));
  const limitTo = (max: number) => ({ rateLimit: perMinute(max, (request) => getPerson(request).userId) });

  serve(
    app,
    endpoints.setManyDeviceSettings,
    async ({ actor, body: { deviceId, ...change } }) => ({
      result: await runForAccount(actor.userId, () => settings.change(actor, { deviceIds: deviceId, ...change })),
    }),
    limitTo(CHANGES_A_MINUTE),
  );

  serve(
    app,
    endpoints.previewManyDeviceSettings,
    async ({ actor, body: { deviceId, ...change } }) => ({
      result: await runForAccount(actor.userId, () => settings.preview(actor, { deviceIds: deviceId, ...change })),
    }),
    limitTo(PREVIEWS_A_MINUTE),
  );

  serve(
    app,
    endpoints.restoreManyDeviceSettings,
    async ({ actor, body }) => ({ result: await runForAccount(actor.userId, () => settings.restore(actor, body.changeId)) }),
    limitTo(CHANGES_A_MINUTE),
  );
}
