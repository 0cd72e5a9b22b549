import type { FastifyInstance } from 'fastify';
import { loadServerKey } from '../accounts/index.ts';
import { defineModule } from '../define-module.ts';
import { createCaptchas } from './captchas.ts';
import { supportRoutes } from './support.routes.ts';

export const supportModule = defineModule({
  name: 'support',
  tables: { owned: ['contact_messages'], read: [] },
  accessCases: () => import('./support.access-cases.ts'),
  async create({ db, clock }) {
    const captchas = createCaptchas(await loadServerKey(db, 'captchas'), clock);
    return { face: {}, routes: (app: FastifyInstance) => supportRoutes(app, { db, captchas }) };
  },
});
