import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { BURY_EVERY_MS } from '../../platform/queue/heartbeat.ts';
import { accountDeleting, personalData } from '../accounts/index.ts';
import { defineModule, type FaceOf } from '../define-module.ts';
import { entitlementsModule, holdAccounts, holdings } from '../entitlements/index.ts';
import { organisationDissolving, organisationHandedOver, organisationHoldings } from '../organisations/index.ts';
import { consoleRoutes } from './console.routes.ts';
import { createConsoleDevices } from './console-devices.service.ts';
import { createDeviceCommands } from './device-commands.service.ts';
import { countDevicesOf, countOwned, exportDevices } from './device-holdings.read-model.ts';
import { createDeviceTags } from './device-tags.service.ts';
import { handOverTags, releaseTags } from './device-tags.store.ts';
import { deviceChanged, deviceCommandCompleted, deviceRemoved, devicesMoved } from './devices.events.ts';
import { createScreenSockets } from './devices.live.ts';
import { devicePolicies } from './devices.policies.ts';
import { deployments } from './devices.ports.ts';
import { devicesRoutes } from './devices.routes.ts';
import { createDevicesService } from './devices.service.ts';
import { handOverDevices } from './devices.store.ts';
import { manyDevicesRoutes } from './many-devices.routes.ts';
import { createManyDevices } from './many-devices.service.ts';
import { createMovingDevices } from './moving-devices.service.ts';
import { createOpenCommands } from './open-commands.ts';
import { createRegister } from './register.service.ts';
import { registryRoutes } from './registry.routes.ts';
import { createScreenReports } from './screen-reports.ts';
import { createScreensService } from './screens.service.ts';
import { updateVersionCode } from './screens.store.ts';

const FORGET_EVERY_MS = 60_000;

/** Screens, and the devices that people made of them. */
export const devicesModule = defineModule({
  name: 'devices',
  tables: {
    owned: ['screens', 'devices', 'device_commands', 'device_tags', 'tagged_devices'],
    read: ['users', 'organisation_members', 'media'],
  },
  events: [deviceChanged, deviceRemoved, devicesMoved, deviceCommandCompleted],
  ports: [deployments],
  policies: devicePolicies,
  consoleActions: { 'device.control': 'devices.control' },
  audited: { device: 'devices', deviceTag: 'device_tags', screen: 'screens' },
  uses: { entitlements: entitlementsModule },
  accessCases: () => import('./devices.access-cases.ts'),
  create(platform, { entitlements }) {
    const deps = { ...platform, entitlements, reports: createScreenReports() };
    const devices = createDevicesService(deps);
    const openCommands = createOpenCommands();
    const screens = createScreensService({ ...deps, openCommands });
    const commands = createDeviceCommands(deps);
    const many = { tags: createDeviceTags(deps), many: createManyDevices({ ...deps, commands }), moving: createMovingDevices(deps) };
    const consoleDevices = createConsoleDevices(platform);
    const register = createRegister(platform);
    return {
      face: {
        sendCommand: commands.send,
        sendToAll: commands.sendToAll,
        noteVersion: updateVersionCode,
        sockets: createScreenSockets({ screens, commands, openCommands, log: platform.log }),
        resolveScreen: screens.resolveScreen,
      },
      routes: async (app: FastifyInstance) => {
        await app.register(devicesRoutes, { devices, commands, consoleDevices, networkOrigins: platform.networkOrigins });
        await app.register(manyDevicesRoutes, many);
        await app.register(consoleRoutes, { consoleDevices, register });
        await app.register(registryRoutes, { screens });
      },
      housekeeping: [{ name: 'devices.forgotten', everyMs: FORGET_EVERY_MS, run: screens.removeForgotten }],
      everywhere: [{ name: 'devices.dead', everyMs: BURY_EVERY_MS, run: screens.clearDead }],
      reactions: [
        on(accountDeleting, (tx, { userId }) => devices.removeOfAccount(tx, userId)),
        on(organisationHandedOver, async (tx, { orgId, toId }) => {
          await handOverDevices(tx, orgId, toId);
          await handOverTags(tx, orgId, toId);
        }),
        on(organisationDissolving, async (tx, { orgId, ownerId }) => {
          await holdAccounts(tx, [ownerId]);
          await releaseTags(tx, orgId, ownerId);
        }),
      ],
      provides: [
        provide(holdings, { devices: countOwned }),
        provide(organisationHoldings, { devices: countDevicesOf }),
        provide(personalData, exportDevices),
      ],
    };
  },
});

export type DevicesFace = FaceOf<typeof devicesModule>;
