import {
  createDeviceBody,
  device,
  deviceAction,
  deviceActionBody,
  deviceDataSearchQuery,
  deviceIds,
  deviceIdsQuery,
  deviceInfoBody,
  deviceList,
  deviceListQuery,
  deviceMatches,
  deviceProgress,
  deviceProgressBody,
  deviceSearchParams,
  deviceSearchQuery,
  done,
  editDeviceBody,
  envelope,
  idParams,
  starting,
  startingQuery,
} from '@vitrine/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { personOf } from '../../plugins/access-gate.ts';
import type { DeviceActions } from './device-actions.service.ts';
import type { DevicesService } from './devices.service.ts';

const tags = ['devices'];
const config = { access: 'session' } as const;
const one = envelope(device);
const userParams = z.object({ userId: z.uuid() });
const deviceParams = z.object({ deviceId: z.uuid() });

export const devicesRoutes: FastifyPluginAsyncZod<{ devices: DevicesService; actions: DeviceActions }> = async (
  app,
  { devices, actions },
) => {
  app.get(
    '/devices/users/:userId',
    { config, schema: { tags, params: userParams, querystring: deviceListQuery, response: { 200: envelope(deviceList) } } },
    async (request) => {
      const { orgId, string: text, ...query } = request.query;
      const whose = { userId: request.params.userId, orgId };
      return { error: false as const, result: await devices.list(personOf(request), whose, { ...query, text }) };
    },
  );

  app.get(
    '/devices/users/:userId/ids',
    { config, schema: { tags, params: userParams, querystring: deviceIdsQuery, response: { 200: envelope(deviceIds) } } },
    async (request) => {
      const { orgId, string: text, status } = request.query;
      const whose = { userId: request.params.userId, orgId };
      return { error: false as const, result: await devices.ids(personOf(request), whose, { status, text }) };
    },
  );

  app.get(
    '/devices/users/:userId/starting',
    { config, schema: { tags, params: userParams, querystring: startingQuery, response: { 200: envelope(starting) } } },
    async (request) => {
      const whose = { userId: request.params.userId, orgId: request.query.orgId };
      return { error: false as const, result: await devices.starting(personOf(request), whose) };
    },
  );

  // Asks and changes nothing; thousands of ids are too many for an address.
  app.post(
    '/devices/progress',
    { config, schema: { tags, body: deviceProgressBody, response: { 200: envelope(deviceProgress) } } },
    async (request) => ({ error: false as const, result: await devices.progress(personOf(request), request.body.deviceId) }),
  );

  app.get(
    '/devices/search/:text',
    { config, schema: { tags, params: deviceSearchParams, querystring: deviceSearchQuery, response: { 200: envelope(deviceMatches) } } },
    async (request) => {
      const { userId, orgId, ...page } = request.query;
      const result = await devices.search(personOf(request), { userId, orgId }, { text: request.params.text, ...page });
      return { error: false as const, result };
    },
  );

  app.get(
    '/devices/data/search',
    { config, schema: { tags, querystring: deviceDataSearchQuery, response: { 200: envelope(z.array(device)) } } },
    async (request) => {
      const { userId, orgId, string: text, ...page } = request.query;
      const { devices: result } = await devices.search(personOf(request), { userId, orgId }, { text, ...page });
      return { error: false as const, result };
    },
  );

  app.get('/devices/:id', { config, schema: { tags, params: idParams, response: { 200: one } } }, async (request) => ({
    error: false as const,
    result: await devices.get(personOf(request), request.params.id),
  }));

  app.post('/devices', { config, schema: { tags, body: createDeviceBody, response: { 201: one } } }, async (request, reply) => {
    const result = await devices.add(personOf(request), request.body);
    return reply.code(201).send({ error: false as const, message: 'Device added successfully.', result });
  });

  app.put('/devices/:id', { config, schema: { tags, params: idParams, body: editDeviceBody, response: { 200: one } } }, async (request) => {
    const { name, timeZone } = request.body;
    const result = await devices.update(personOf(request), request.params.id, { name, timeZone });
    return { error: false as const, message: 'Device updated successfully.', result };
  });

  app.put(
    '/devices/info/:deviceId',
    { config, schema: { tags, params: deviceParams, body: deviceInfoBody, response: { 200: one } } },
    async (request) => ({
      error: false as const,
      result: await devices.update(personOf(request), request.params.deviceId, { showInfo: request.body.showInfo === 1 }),
    }),
  );

  app.put(
    '/devices/actions/:deviceId',
    { config, schema: { tags, params: deviceParams, body: deviceActionBody, response: { 200: envelope(deviceAction) } } },
    async (request) => ({
      error: false as const,
      result: await actions.ask(personOf(request), request.params.deviceId, request.body.action),
    }),
  );

  app.delete('/devices/:id', { config, schema: { tags, params: idParams, response: { 200: done } } }, async (request) => {
    await devices.remove(personOf(request), request.params.id);
    return { error: false as const, message: 'Device deleted successfully.' };
  });
};
