import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { organisationsRoutes } from './organisations.routes.ts';

export function createOrganisationsModule({ db }: { db: Database }) {
  return { routes: (app: FastifyInstance) => organisationsRoutes(app, { db }) };
}
