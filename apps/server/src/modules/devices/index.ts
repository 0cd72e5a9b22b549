export { listConsoleDevices } from './console/console-devices.read-model.ts';
export { type HoursReference, selectHoursReference, visitOperatingHours } from './device-hours.read-model.ts';
export { type OperationRow, selectOperation, selectTagSettings } from './device-operation.read-model.ts';
export { listOperatingHours, presentManifestOperation } from './device-operation.rules.ts';
export {
  type DeviceDeployment,
  type DevicePlaylistRow,
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
  type ShownPlaylist,
  screenReplaced,
  screensConnected,
  screensDisconnected,
} from './devices.events.ts';
export { findDeviceAudience, selectFamilyOwnerName } from './devices.read-model.ts';
export { type DevicesApi, devicesModule } from './module.ts';
export { bumpRevisions, bumpRevisionsByDevice, type RevisionBump, type ScreenRevision } from './screens/screens.store.ts';
export { listDevicesWithTag } from './tags/device-tags.store.ts';
