import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { CLEANUP_INTERVAL_MS } from '../../platform/queue/heartbeat.ts';
import type { Policies } from '../access/index.ts';
import { accountDeleting, personalDataExports } from '../accounts/index.ts';
import { defineModule, type ModuleApi } from '../define-module.ts';
import { entitlementsModule, lockAccounts, usageCounters } from '../entitlements/index.ts';
import { organisationDissolving, organisationUsageCounters, ownerAndMembersPolicy, ownershipTransferred } from '../organisations/index.ts';
import { bulkDeviceRoutes } from './bulk/bulk-devices.routes.ts';
import { createBulkDevicesService } from './bulk/bulk-devices.service.ts';
import { createBulkSettingsService } from './bulk/bulk-settings.service.ts';
import { createDeviceTransferService } from './bulk/device-transfer.service.ts';
import { createDeviceCommandsService } from './commands/device-commands.service.ts';
import { consoleDeviceRoutes } from './console/console-devices.routes.ts';
import { createConsoleDevicesService } from './console/console-devices.service.ts';
import { createScreenRegistryService } from './console/screen-registry.service.ts';
import {
  deployments,
  deviceAdded,
  deviceChanged,
  deviceCommandCompleted,
  deviceRemoved,
  deviceSettingsChanged,
  devicesTransferred,
  deviceTagDeleting,
  deviceTagMerging,
  deviceTagsChanged,
  publishesShown,
  screenReplaced,
  screensConnected,
  screensDisconnected,
} from './devices.events.ts';
import { countOrganisationDevices, countOwnedDevices, listDevicesExport } from './devices.read-model.ts';
import { devicesRoutes } from './devices.routes.ts';
import { createDevicesService } from './devices.service.ts';
import { reassignDevices } from './devices.store.ts';
import { createOpenCommands } from './open-commands.ts';
import { createScreenReplacementService } from './screens/screen-replacement.service.ts';
import { createScreenReportCache } from './screens/screen-report-cache.ts';
import { createScreenSockets } from './screens/screen-sockets.live.ts';
import { screenRoutes } from './screens/screens.routes.ts';
import { createScreensService } from './screens/screens.service.ts';
import { updateVersionCode } from './screens/screens.store.ts';
import { createDeviceTagsService } from './tags/device-tags.service.ts';
import { mergeTagsIntoOwner, reassignTags } from './tags/device-tags.store.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'device.read': true;
    'device.update': true;
    /** Restarts, switches off, resets or deletes the device, also from the console. */
    'device.control': true;
    'deviceTag.read': true;
    'deviceTag.update': true;
  }
}

export const devicePolicies: Policies = {
  'device.read': ownerAndMembersPolicy('devices'),
  'device.update': ownerAndMembersPolicy('devices'),
  'device.control': ownerAndMembersPolicy('devices'),
  'deviceTag.read': ownerAndMembersPolicy('device_tags'),
  'deviceTag.update': ownerAndMembersPolicy('device_tags'),
};

const SCREEN_CLEANUP_INTERVAL_MS = 60_000;

/** Screens, and the devices that people made of them. */
export const devicesModule = defineModule({
  name: 'devices',
  tables: {
    owned: ['screens', 'devices', 'device_commands', 'device_tags', 'tagged_devices', 'replaced_settings'],
    read: ['users', 'organisation_members', 'albums', 'album_shares', 'media'],
  },
  events: [
    deviceAdded,
    deviceChanged,
    deviceRemoved,
    deviceSettingsChanged,
    devicesTransferred,
    deviceTagsChanged,
    deviceTagDeleting,
    deviceTagMerging,
    screenReplaced,
    screensConnected,
    screensDisconnected,
    publishesShown,
    deviceCommandCompleted,
  ],
  ports: [deployments],
  policies: devicePolicies,
  consoleActions: { 'device.control': 'devices.control' },
  auditedTables: { device: 'devices', deviceTag: 'device_tags', screen: 'screens' },
  uses: { entitlements: entitlementsModule },
  accessCases: () => import('./access-cases.ts'),
  create(platform, { entitlements }) {
    const deps = { ...platform, entitlements, reports: createScreenReportCache() };
    const devices = createDevicesService(deps);
    const openCommands = createOpenCommands();
    const screens = createScreensService({ ...deps, openCommands });
    const commands = createDeviceCommandsService(deps);
    const replacement = createScreenReplacementService(deps);
    const bulkServices = {
      tags: createDeviceTagsService(deps),
      bulk: createBulkDevicesService({ ...deps, commands }),
      settings: createBulkSettingsService(deps),
      transfer: createDeviceTransferService(deps),
    };
    const consoleDevices = createConsoleDevicesService(platform);
    const register = createScreenRegistryService(platform);
    return {
      api: {
        sendCommand: commands.send,
        sendToAll: commands.sendToScreens,
        setVersionCode: updateVersionCode,
        screenSockets: createScreenSockets({ screens, commands, openCommands, log: platform.log }),
        resolveScreen: screens.resolveScreen,
      },
      routes: async (app: FastifyInstance) => {
        await devicesRoutes(app, { devices, commands, replacement, consoleDevices, networkOrigins: platform.networkOrigins });
        await bulkDeviceRoutes(app, bulkServices);
        await consoleDeviceRoutes(app, { consoleDevices, registry: register });
        await screenRoutes(app, { screens });
      },
      workerTasks: [
        { name: 'devices.forgotten', everyMs: SCREEN_CLEANUP_INTERVAL_MS, run: screens.deleteUnusedScreens },
        { name: 'devices.settings', everyMs: CLEANUP_INTERVAL_MS, run: bulkServices.settings.deleteExpiredChanges },
      ],
      everyProcessTasks: [{ name: 'devices.dead', everyMs: CLEANUP_INTERVAL_MS, run: screens.disconnectDeadProcesses }],
      reactions: [
        on(accountDeleting, (tx, { userId }) => devices.deleteAccountDevices(tx, userId)),
        on(ownershipTransferred, async (tx, { orgId, toId }) => {
          await reassignDevices(tx, orgId, toId);
          await reassignTags(tx, orgId, toId);
        }),
        on(organisationDissolving, async (tx, { orgId, ownerId }) => {
          await lockAccounts(tx, [ownerId]);
          await mergeTagsIntoOwner(tx, { orgId, ownerId, emit: platform.emit });
        }),
      ],
      portProviders: [
        provide(usageCounters, { devices: countOwnedDevices }),
        provide(organisationUsageCounters, { devices: countOrganisationDevices }),
        provide(personalDataExports, listDevicesExport),
      ],
    };
  },
});

export type DevicesApi = ModuleApi<typeof devicesModule>;
