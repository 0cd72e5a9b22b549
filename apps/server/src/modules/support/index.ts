import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { loadServerKey } from '../accounts/index.ts';
import { createCaptchas } from './captchas.ts';
import { supportRoutes } from './support.routes.ts';

export async function createSupportModule({ db, clock }: { db: Database; clock: Clock }) {
  const captchas = createCaptchas(await loadServerKey(db, 'captchas'), clock);
  return { routes: (app: FastifyInstance) => supportRoutes(app, { db, captchas }) };
}
