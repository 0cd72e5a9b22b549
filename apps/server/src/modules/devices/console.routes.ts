import { Readable } from 'node:stream';
import * as endpoints from '@vitrine/contract/register.endpoints';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import { attachmentHeader } from '../files/index.ts';
import { deviceCsvLine, devicesHead } from './console-devices.presenter.ts';
import type { ConsoleDevices } from './console-devices.service.ts';
import { type Register, registerCsvLine, registerHead } from './register.service.ts';

interface Deps {
  consoleDevices: ConsoleDevices;
  register: Register;
}

const EXPORTED_AT_ONCE = 1000;

async function* csvOf<Row>(head: string, parts: AsyncGenerator<Row[]>, lineOf: (row: Row) => string): AsyncGenerator<string> {
  yield head;
  for await (const rows of parts) yield rows.map(lineOf).join('');
}

const sendCsv = (reply: FastifyReply, name: string, lines: AsyncGenerator<string>) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachmentHeader(name))
    .header('cache-control', 'no-store')
    .send(Readable.from(lines));

/** The console's devices and its register. */
export async function consoleRoutes(app: FastifyInstance, { consoleDevices, register }: Deps): Promise<void> {
  serve(app, endpoints.exportDevices, async ({ actor, query, reply }) =>
    sendCsv(reply, 'devices.csv', csvOf(devicesHead(), consoleDevices.listAll(actor, query, EXPORTED_AT_ONCE), deviceCsvLine)),
  );

  serve(app, endpoints.readDeviceDetails, async ({ actor, params }) => ({ result: await consoleDevices.details(actor, params.deviceId) }));

  serve(app, endpoints.listRegister, async ({ query }) => ({ result: await register.list(query) }));

  serve(app, endpoints.searchRegister, async ({ query }) => ({ result: await register.list(query) }));

  serve(app, endpoints.exportRegister, async ({ query, reply }) =>
    sendCsv(reply, 'screens.csv', csvOf(registerHead(), register.listAll(query, EXPORTED_AT_ONCE), registerCsvLine)),
  );

  serve(app, endpoints.setEnvironment, async ({ actor, params, body }) => ({
    message: `The screen is in environment ${body.environment}.`,
    result: await register.setEnvironment(actor, params.id, body.environment, body.from),
  }));
}
