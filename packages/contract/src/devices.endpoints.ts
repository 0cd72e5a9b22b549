import { z } from 'zod';
import { consoleDevice } from './console-devices.ts';
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
  deviceProgress,
  deviceProgressBody,
  deviceSearchParams,
  deviceSearchQuery,
  deviceSearchResult,
  deviceSettingsBody,
  editDeviceBody,
  networkOrigins,
  replaceScreenBody,
  startingDownload,
  startingDownloadQuery,
} from './devices.ts';
import { endpoint } from './endpoint.ts';

export const listDevices = endpoint({
  method: 'GET',
  path: '/devices/users/:userId',
  summary: "Lists the devices of a user or family, with their total number and the plan's device limit.",
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  query: deviceListQuery,
  result: deviceList,
});

export const listNetworkOrigins = endpoint({
  method: 'GET',
  path: '/devices/network',
  summary: 'Lists the addresses at which other machines in the local network reach the server.',
  errors: [],
  access: 'session',
  tag: 'devices',
  result: networkOrigins,
});

export const listDeviceIds = endpoint({
  method: 'GET',
  path: '/devices/users/:userId/ids',
  summary: 'Lists the ids of all devices that match a filter.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  query: deviceIdsQuery,
  result: deviceIds,
});

export const readStartingDevice = endpoint({
  method: 'GET',
  path: '/devices/users/:userId/starting',
  summary: 'Returns the name of a device whose screen has just begun a download, if there is one.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  query: startingDownloadQuery,
  result: startingDownload,
});

export const readDeviceProgress = endpoint({
  method: 'POST',
  path: '/devices/progress',
  summary: 'Returns how far the screens of the given devices are with their latest content.',
  description: 'Changes nothing. The method is POST because thousands of ids do not fit into an address.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  body: deviceProgressBody,
  result: deviceProgress,
});

export const searchDevices = endpoint({
  method: 'GET',
  path: '/devices/search/:text',
  summary: 'Searches devices by name or device id.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  params: deviceSearchParams,
  query: deviceSearchQuery,
  result: deviceSearchResult,
});

export const searchDeviceData = endpoint({
  method: 'GET',
  path: '/devices/data/search',
  summary: "Searches the caller's devices, or all devices of the installation for the console.",
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  query: deviceDataSearchQuery,
  result: z.union([z.array(device), z.array(consoleDevice)]),
});

export const readDevice = endpoint({
  method: 'GET',
  path: '/devices/:id',
  summary: 'Returns a device with its status and what it shows now.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  result: device,
});

export const createDevice = endpoint({
  method: 'POST',
  path: '/devices',
  summary: 'Adds a waiting screen as a device, by the six-character id that the screen shows.',
  errors: ['NOT_FOUND', 'DEVICE_UNKNOWN', 'DEVICE_TAKEN', 'DEVICE_LIMIT', 'PLAN_ENDED'],
  access: 'session',
  tag: 'devices',
  body: createDeviceBody,
  result: device,
  status: 201,
});

export const editDevice = endpoint({
  method: 'PUT',
  path: '/devices/:id',
  summary: 'Changes the name or the time zone of a device.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  body: editDeviceBody,
  result: device,
});

export const replaceScreen = endpoint({
  method: 'PUT',
  path: '/devices/:id/screen',
  summary: 'Replaces the screen of a device with a waiting screen, by the six-character id that the new screen shows.',
  description:
    'The device keeps its id, name, tags, publishes, schedules, settings and plays. The replaced screen is removed: its credentials stop working, and its machine shows a new id.',
  errors: ['NOT_FOUND', 'DEVICE_UNKNOWN', 'DEVICE_TAKEN', 'CHANGED_MEANWHILE'],
  access: 'session',
  tag: 'devices',
  body: replaceScreenBody,
  result: device,
});

export const setDeviceInfoVisible = endpoint({
  method: 'PUT',
  path: '/devices/info/:deviceId',
  summary: 'Shows or hides the information overlay on the screen of a device.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  body: deviceInfoBody,
  result: device,
});

export const setDeviceSettings = endpoint({
  method: 'PUT',
  path: '/devices/settings/:deviceId',
  summary: 'Changes how a device fits and rotates pictures, its volume, operating hours and brightness.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  body: deviceSettingsBody,
  result: device,
});

export const commandDevice = endpoint({
  scope: 'devices:command',
  method: 'PUT',
  path: '/devices/actions/:deviceId',
  summary: 'Sends a command, such as a reload, to the screen of a device.',
  errors: ['NOT_FOUND', 'DEVICE_OFFLINE', 'DEVICE_BUSY'],
  access: 'session',
  tag: 'devices',
  body: deviceCommandBody,
  result: deviceCommand,
});

export const deleteDevice = endpoint({
  method: 'DELETE',
  path: '/devices/:id',
  summary: 'Removes a device, after which its screen can be added again.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
});
