import { splitTags } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import * as endpoints from '@vitrine/contract/devices.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { DeviceCommandsService } from './commands/device-commands.service.ts';
import type { ConsoleDevicesService } from './console/console-devices.service.ts';
import type { DevicesService } from './devices.service.ts';
import type { ScreenReplacementService } from './screens/screen-replacement.service.ts';

interface DevicesRoutesDeps {
  /** Origins at which other machines of the network reach this one. */
  networkOrigins: readonly string[];
  devices: DevicesService;
  commands: DeviceCommandsService;
  replacement: ScreenReplacementService;
  consoleDevices: ConsoleDevicesService;
}

export async function devicesRoutes(app: FastifyInstance, deps: DevicesRoutesDeps): Promise<void> {
  listRoutes(app, deps);
  editRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, { devices, consoleDevices, networkOrigins }: DevicesRoutesDeps): void {
  serve(app, endpoints.listNetworkOrigins, async () => ({ result: [...networkOrigins] }));

  serve(app, endpoints.listDevices, async ({ actor, params: { userId }, query: { orgId, string: text, tags, ...query } }) => ({
    result: await devices.list(actor, { userId, orgId }, { ...query, text, tags: splitTags(tags) }),
  }));

  serve(app, endpoints.listDeviceIds, async ({ actor, params: { userId }, query: { orgId, string: text, tags, ...query } }) => ({
    result: await devices.ids(actor, { userId, orgId }, { ...query, text, tags: splitTags(tags) }),
  }));

  serve(app, endpoints.readStartingDevice, async ({ actor, params: { userId }, query: { orgId } }) => ({
    result: await devices.findStartingDownload(actor, { userId, orgId }),
  }));

  serve(app, endpoints.readDeviceProgress, async ({ actor, body }) => ({ result: await devices.listSyncStatus(actor, body.deviceId) }));

  serve(app, endpoints.searchDevices, async ({ actor, params: { text }, query: { userId, orgId, ...page } }) => ({
    result: await devices.search(actor, { userId, orgId }, { text, ...page }),
  }));

  serve(app, endpoints.searchDeviceData, async ({ actor, query: { role, userId, orgId, dataPerPage, ...query } }) => {
    const isOfAccount = userId !== undefined || orgId !== undefined || role !== undefined || !can(actor, 'devices.see');
    if (role === 'admin' || !isOfAccount) return { result: await consoleDevices.list(actor, { ...query, dataPerPage: dataPerPage ?? 10 }) };
    const { string: text = '', page } = query;
    return { result: (await devices.search(actor, { userId, orgId }, { text, page, dataPerPage: dataPerPage ?? 50 })).devices };
  });

  serve(app, endpoints.readDevice, async ({ actor, params }) => ({ result: await devices.get(actor, params.id) }));
}

function editRoutes(app: FastifyInstance, { devices, commands, replacement }: DevicesRoutesDeps): void {
  serve(app, endpoints.createDevice, async ({ actor, body }) => ({
    message: 'Device added.',
    result: await devices.add(actor, body),
  }));

  serve(app, endpoints.editDevice, async ({ actor, params, body: { name, timeZone } }) => ({
    message: 'Device updated.',
    result: await devices.update(actor, params.id, { name, timeZone }),
  }));

  serve(app, endpoints.replaceScreen, async ({ actor, params: { id }, body: { deviceId, replacedDeviceId } }) => {
    await replacement.replaceScreen(actor, id, { code: deviceId, replacedCode: replacedDeviceId });
    return { message: 'Screen replaced.', result: await devices.get(actor, id) };
  });

  serve(app, endpoints.setDeviceInfoVisible, async ({ actor, params, body }) => ({
    result: await devices.update(actor, params.deviceId, { showInfo: body.showInfo === 1 }),
  }));

  serve(app, endpoints.setDeviceSettings, async ({ actor, params, body }) => ({
    result: await devices.update(actor, params.deviceId, body),
  }));

  serve(app, endpoints.commandDevice, async ({ actor, params, body }) => ({
    result: await commands.send(actor, params.deviceId, body.action),
  }));

  serve(app, endpoints.deleteDevice, async ({ actor, params }) => {
    await devices.remove(actor, params.id);
    return { message: 'Device deleted.' };
  });
}
