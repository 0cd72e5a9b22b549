import type { FastifyInstance } from 'fastify';
import { fleetRoutes } from './fleet.routes.ts';
import { createVersionsService, type VersionsDeps } from './versions.service.ts';

export function createFleetModule(deps: VersionsDeps) {
  const versions = createVersionsService(deps);
  return { actionDone: versions.actionDone, routes: (app: FastifyInstance) => fleetRoutes(app, { versions }) };
}
