import type { FastifyInstance } from 'fastify';
import { defineModule } from '../define-module.ts';
import { postersRoutes } from './posters.routes.ts';

export const postersModule = defineModule({
  name: 'posters',
  tables: { owned: ['poster_values', 'poster_combinations'], read: [] },
  accessCases: () => import('./posters.access-cases.ts'),
  create: ({ db }) => ({ face: {}, routes: (app: FastifyInstance) => postersRoutes(app, { db }) }),
});
