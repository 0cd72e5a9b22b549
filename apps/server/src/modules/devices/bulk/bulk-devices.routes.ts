import * as endpoints from '@vitrine/contract/bulk-devices.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../plugins/endpoints.ts';
import type { DeviceTagsService } from '../tags/device-tags.service.ts';
import type { BulkDevicesService } from './bulk-devices.service.ts';
import type { DeviceTransferService } from './device-transfer.service.ts';

interface BulkDeviceRoutesDeps {
  tags: DeviceTagsService;
  bulk: BulkDevicesService;
  transfer: DeviceTransferService;
}

export async function bulkDeviceRoutes(app: FastifyInstance, { tags, bulk, transfer }: BulkDeviceRoutesDeps): Promise<void> {
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
}
