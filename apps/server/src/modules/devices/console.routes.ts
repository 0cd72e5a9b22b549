import * as endpoints from '@vitrine/contract/register.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import { sendCsv } from '../files/index.ts';
import { deviceCsvLine, devicesHead } from './console-devices.presenter.ts';
import type { ConsoleDevices } from './console-devices.service.ts';
import { type Register, registerCsvLine, registerHead } from './register.service.ts';

interface Deps {
  consoleDevices: ConsoleDevices;
  register: Register;
}

/** The console's devices and its register. */
export async function consoleRoutes(app: FastifyInstance, { consoleDevices, register }: Deps): Promise<void> {
  serve(app, endpoints.exportDevices, async ({ actor, query, reply }) =>
    sendCsv(reply, {
      name: 'devices.csv',
      head: devicesHead(),
      parts: (atOnce) => consoleDevices.listAll(actor, query, atOnce),
      lineOf: deviceCsvLine,
    }),
  );

  serve(app, endpoints.readDeviceDetails, async ({ actor, params }) => ({ result: await consoleDevices.details(actor, params.deviceId) }));

  serve(app, endpoints.listRegister, async ({ query }) => ({ result: await register.list(query) }));

  serve(app, endpoints.searchRegister, async ({ query }) => ({ result: await register.list(query) }));

  serve(app, endpoints.exportRegister, async ({ query, reply }) =>
    sendCsv(reply, {
      name: 'screens.csv',
      head: registerHead(),
      parts: (atOnce) => register.listAll(query, atOnce),
      lineOf: registerCsvLine,
    }),
  );

  serve(app, endpoints.setEnvironment, async ({ actor, params, body }) => ({
    message: `Screen moved to ${body.environment}.`,
    result: await register.setEnvironment(actor, params.id, body.environment, body.from),
  }));
}
