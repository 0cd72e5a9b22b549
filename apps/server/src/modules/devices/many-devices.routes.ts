import * as endpoints from '@vitrine/contract/many-devices.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { DeviceTags } from './device-tags.service.ts';
import type { ManyDevices } from './many-devices.service.ts';
import type { MovingDevices } from './moving-devices.service.ts';

interface ManyDevicesRoutesDeps {
  tags: DeviceTags;
  many: ManyDevices;
  moving: MovingDevices;
}

export async function manyDevicesRoutes(app: FastifyInstance, { tags, many, moving }: ManyDevicesRoutesDeps): Promise<void> {
  serve(app, endpoints.listDeviceTags, async ({ actor, params: { userId }, query: { orgId } }) => ({
    result: await tags.list(actor, { userId, orgId }),
  }));

  serve(app, endpoints.renameDeviceTag, async ({ actor, params, body }) => {
    await tags.rename(actor, params.id, body.name);
    return { message: 'Tag renamed.' };
  });

  serve(app, endpoints.deleteDeviceTag, async ({ actor, params }) => {
    await tags.remove(actor, params.id);
    return { message: 'Tag removed from all devices.' };
  });

  serve(app, endpoints.tagDevices, async ({ actor, body: { deviceId, add, remove } }) => ({
    result: await tags.tagMany(actor, { deviceIds: deviceId, add, remove }),
  }));

  serve(app, endpoints.reloadDevices, async ({ actor, body }) => ({ result: await many.reload(actor, body.deviceId) }));

  serve(app, endpoints.deleteDevices, async ({ actor, body }) => ({ result: await many.remove(actor, body.deviceId) }));

  serve(app, endpoints.moveDevices, async ({ actor, body: { deviceId, ...to } }) => ({
    result: await moving.move(actor, { deviceIds: deviceId, ...to }),
  }));

  serve(app, endpoints.readMoveForecast, async ({ actor, body: { deviceId, ...to } }) => ({
    result: await moving.forecast(actor, { deviceIds: deviceId, ...to }),
  }));
}
