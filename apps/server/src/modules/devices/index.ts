import type { Logger } from 'pino';
import type { PeriodicTask } from '../../platform/queue/periodic.ts';
import { type ActionsDeps, createDeviceActions } from './device-actions.service.ts';
import { createScreenSockets } from './devices.live.ts';
import { devicesRoutes } from './devices.routes.ts';
import { createDevicesService, type DevicesDeps } from './devices.service.ts';
import { registryRoutes } from './registry.routes.ts';
import { createScreenReports } from './screen-reports.ts';
import { createScreensService, type ScreensDeps } from './screens.service.ts';

export { findAudience } from './devices.read-model.ts';
export { type Raised, raiseRevisions, raiseRevisionsOfDevices } from './screens.store.ts';

const SWEEP_MS = 15_000;

export function createDevicesModule(deps: Omit<DevicesDeps & ScreensDeps & ActionsDeps, 'reports'> & { log: Logger }) {
  const reports = createScreenReports();
  const devices = createDevicesService({ ...deps, reports });
  const screens = createScreensService({ ...deps, reports });
  const actions = createDeviceActions(deps);
  const housekeeping: PeriodicTask[] = [{ name: 'devices.sweep', everyMs: SWEEP_MS, run: screens.sweep }];
  return {
    routes: devicesRoutes,
    routeDeps: { devices, actions },
    registryRoutes,
    registryDeps: { screens },
    sockets: createScreenSockets(screens, actions, deps.log),
    resolveScreen: screens.resolveScreen,
    removeOfAccount: devices.removeOfAccount,
    housekeeping,
  };
}
