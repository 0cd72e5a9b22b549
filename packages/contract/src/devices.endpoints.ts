import { z } from 'zod';
import { deviceLine } from './console-devices.ts';
import {
  createDeviceBody,
  device,
  deviceCommand,
  deviceCommandBody,
  deviceDataSearchQuery,
  deviceIds,
  deviceIdsQuery,
  deviceInfoBody,
  deviceList,
  deviceListQuery,
  deviceMatches,
  deviceProgress,
  deviceProgressBody,
  deviceSearchParams,
  deviceSearchQuery,
  deviceSettingsBody,
  editDeviceBody,
  networkOrigins,
  starting,
  startingQuery,
} from './devices.ts';
import { endpoint } from './endpoint.ts';

export const listDevices = endpoint({
  method: 'GET',
  path: '/devices/users/:userId',
  access: 'session',
  tag: 'devices',
  query: deviceListQuery,
  result: deviceList,
});

/** Where a television finds an installation whose own address is `localhost`. */
export const listNetworkOrigins = endpoint({
  method: 'GET',
  path: '/devices/network',
  access: 'session',
  tag: 'devices',
  result: networkOrigins,
});

export const listDeviceIds = endpoint({
  method: 'GET',
  path: '/devices/users/:userId/ids',
  access: 'session',
  tag: 'devices',
  query: deviceIdsQuery,
  result: deviceIds,
});

export const readStarting = endpoint({
  method: 'GET',
  path: '/devices/users/:userId/starting',
  access: 'session',
  tag: 'devices',
  query: startingQuery,
  result: starting,
});

/** Asks and changes nothing; thousands of ids are too many for an address. */
export const readProgress = endpoint({
  method: 'POST',
  path: '/devices/progress',
  access: 'session',
  tag: 'devices',
  body: deviceProgressBody,
  result: deviceProgress,
});

export const searchDevices = endpoint({
  method: 'GET',
  path: '/devices/search/:text',
  access: 'session',
  tag: 'devices',
  params: deviceSearchParams,
  query: deviceSearchQuery,
  result: deviceMatches,
});

export const searchDeviceData = endpoint({
  method: 'GET',
  path: '/devices/data/search',
  access: 'session',
  tag: 'devices',
  query: deviceDataSearchQuery,
  result: z.union([z.array(device), z.array(deviceLine)]),
});

export const readDevice = endpoint({ method: 'GET', path: '/devices/:id', access: 'session', tag: 'devices', result: device });

export const createDevice = endpoint({
  method: 'POST',
  path: '/devices',
  access: 'session',
  tag: 'devices',
  body: createDeviceBody,
  result: device,
  status: 201,
});

export const editDevice = endpoint({
  method: 'PUT',
  path: '/devices/:id',
  access: 'session',
  tag: 'devices',
  body: editDeviceBody,
  result: device,
});

export const setDeviceInfo = endpoint({
  method: 'PUT',
  path: '/devices/info/:deviceId',
  access: 'session',
  tag: 'devices',
  body: deviceInfoBody,
  result: device,
});

export const setDeviceSettings = endpoint({
  method: 'PUT',
  path: '/devices/settings/:deviceId',
  access: 'session',
  tag: 'devices',
  body: deviceSettingsBody,
  result: device,
});

export const commandDevice = endpoint({
  method: 'PUT',
  path: '/devices/actions/:deviceId',
  access: 'session',
  tag: 'devices',
  body: deviceCommandBody,
  result: deviceCommand,
});

export const deleteDevice = endpoint({ method: 'DELETE', path: '/devices/:id', access: 'session', tag: 'devices' });
