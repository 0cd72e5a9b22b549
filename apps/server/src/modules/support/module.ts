import type { FastifyInstance } from 'fastify';
import { loadServerKey } from '../accounts/index.ts';
import { defineModule } from '../define-module.ts';
import { createCaptchas } from './captchas.ts';
import { supportRoutes } from './support.routes.ts';

const SWEEP_MS = 10 * 60_000;

export const supportModule = defineModule({
  name: 'support',
  tables: { owned: ['contact_messages', 'used_captchas'], read: [] },
  accessCases: () => import('./support.access-cases.ts'),
  async create({ db, clock }) {
    const captchas = createCaptchas({ key: await loadServerKey(db, 'captchas'), db, clock });
    return {
      face: {},
      routes: (app: FastifyInstance) => supportRoutes(app, { db, captchas }),
      housekeeping: [{ name: 'support.captchas', everyMs: SWEEP_MS, run: captchas.removeOld }],
    };
  },
});
