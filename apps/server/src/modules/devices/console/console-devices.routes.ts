import * as endpoints from '@vitrine/contract/screen-registry.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../plugins/endpoints.ts';
import { sendCsv } from '../../files/index.ts';
import { deviceCsvHead, deviceCsvLine } from './console-devices.presenter.ts';
import type { ConsoleDevicesService } from './console-devices.service.ts';
import { registryCsvHead, registryCsvLine, type ScreenRegistryService } from './screen-registry.service.ts';

interface Deps {
  consoleDevices: ConsoleDevicesService;
  registry: ScreenRegistryService;
}

/** The console's devices and the screen registry. */
export async function consoleDeviceRoutes(app: FastifyInstance, { consoleDevices, registry }: Deps): Promise<void> {
  serve(app, endpoints.exportDevices, async ({ actor, query, reply }) =>
    sendCsv(reply, {
      name: 'devices.csv',
      head: deviceCsvHead(),
      parts: (atOnce) => consoleDevices.listAll(actor, query, atOnce),
      toLine: deviceCsvLine,
    }),
  );

  serve(app, endpoints.readDeviceDetails, async ({ actor, params }) => ({ result: await consoleDevices.details(actor, params.deviceId) }));

  serve(app, endpoints.listScreenRegistry, async ({ query }) => ({ result: await registry.list(query) }));

  serve(app, endpoints.searchScreenRegistry, async ({ query }) => ({ result: await registry.list(query) }));

  serve(app, endpoints.exportScreenRegistry, async ({ query, reply }) =>
    sendCsv(reply, {
      name: 'screens.csv',
      head: registryCsvHead(),
      parts: (atOnce) => registry.listAll(query, atOnce),
      toLine: registryCsvLine,
    }),
  );

  serve(app, endpoints.setEnvironment, async ({ actor, params, body }) => ({
    message: `Screen moved to ${body.environment}.`,
    result: await registry.setEnvironment(actor, params.id, body.environment, body.from),
  }));
}
