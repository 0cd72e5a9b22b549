import * as endpoints from '@vitrine/contract/versions.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { VersionsService } from './versions.service.ts';

export async function fleetRoutes(app: FastifyInstance, { versions }: { versions: VersionsService }): Promise<void> {
  serve(app, endpoints.listVersions, async () => ({ result: await versions.list() }));

  serve(app, endpoints.updateVersion, async ({ actor, params, body }) => ({
    message: 'The screen is loading the new version.',
    result: await versions.update(actor, params.deviceId, body),
  }));
}
