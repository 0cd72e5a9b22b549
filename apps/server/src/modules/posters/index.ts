import type { Database } from '../../platform/database/database.ts';
import { postersRoutes } from './posters.routes.ts';

export function createPostersModule({ db }: { db: Database }) {
  return { routes: postersRoutes, routeDeps: { db } };
}
