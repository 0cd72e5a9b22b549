export { listConsoleDevices } from './console-devices.read-model.ts';
export { deviceChanged, deviceCommandCompleted, deviceRemoved, devicesMoved } from './devices.events.ts';
export { type Deployment, type DevicePlaylistRow, deployments } from './devices.ports.ts';
export { findAudience } from './devices.read-model.ts';
export { type DevicesFace, devicesModule } from './module.ts';
export { type BumpedRevisions, type BumpedScreen, bumpRevisions, bumpRevisionsOfDevices } from './screens.store.ts';
