import { deviceAction, deviceVersion, envelope, versionUpdateBody, versionUpdateParams } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { personOf } from '../../plugins/access-gate.ts';
import { createVersionsService, type VersionsDeps } from './versions.service.ts';

const tags = ['fleet'];
const config = { access: 'session' } as const;

export function createFleetModule(deps: VersionsDeps) {
  const versions = createVersionsService(deps);
  return {
    actionDone: versions.actionDone,
    routes: async (instance: FastifyInstance) => {
      const app = instance.withTypeProvider<ZodTypeProvider>();
      app.get('/versions', { config, schema: { tags, response: { 200: envelope(z.array(deviceVersion)) } } }, async () => ({
        error: false as const,
        result: await versions.list(),
      }));

      app.put(
        '/devices/version/update/:deviceId',
        {
          config,
          schema: { tags, params: versionUpdateParams, body: versionUpdateBody, response: { 200: envelope(deviceAction) } },
        },
        async (request) => ({
          error: false as const,
          message: 'The screen was told to load the new version.',
          result: await versions.update(personOf(request), request.params.deviceId, request.body),
        }),
      );
    },
  };
}
