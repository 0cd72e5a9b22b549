import type { PeriodicTask } from '../../platform/queue/periodic.ts';
import { playsRoutes } from './plays.routes.ts';
import { createPlaysService, type PlaysDeps } from './plays.service.ts';

const FORGET_EVERY_MS = 6 * 3_600_000;

export function createPlaysModule(deps: PlaysDeps) {
  const plays = createPlaysService(deps);
  const housekeeping: PeriodicTask[] = [{ name: 'plays.forget', everyMs: FORGET_EVERY_MS, run: plays.forget }];
  return { routes: playsRoutes, routeDeps: { plays }, housekeeping };
}
