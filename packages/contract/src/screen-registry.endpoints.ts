import { z } from 'zod';
import { consoleDevicesQuery, environmentBody, registryEntry, registryQuery } from './console-devices.ts';
import { deviceDetails } from './device-details.ts';
import { endpoint } from './endpoint.ts';

export const exportDevices = endpoint({
  method: 'GET',
  path: '/devices/export/csv',
  summary: 'Exports all devices of the installation as a CSV file.',
  errors: [],
  access: 'console',
  capability: 'devices.see',
  tag: 'devices',
  query: consoleDevicesQuery,
  answers: 'bytes',
});

export const readDeviceDetails = endpoint({
  method: 'GET',
  path: '/devices/details/:deviceId',
  summary: 'Returns the details of a device for the console.',
  errors: [],
  access: 'console',
  capability: 'devices.see',
  tag: 'devices',
  result: deviceDetails,
});

const see = { access: 'console', capability: 'registry.see', tag: 'screens' } as const;

export const listScreenRegistry = endpoint({
  ...see,
  method: 'GET',
  path: '/register/device/lists',
  summary: 'Lists all screens that registered with the installation, newest first.',
  description: 'Returns the same rows as `searchRegister` without a search text.',
  errors: [],
  query: registryQuery,
  result: z.array(registryEntry),
});

export const searchScreenRegistry = endpoint({
  ...see,
  method: 'GET',
  path: '/register/devices/search',
  summary: 'Searches all screens that registered with the installation.',
  errors: [],
  query: registryQuery,
  result: z.array(registryEntry),
});

export const exportScreenRegistry = endpoint({
  ...see,
  method: 'GET',
  path: '/register/export/csv',
  summary: 'Exports all screens that registered with the installation as a CSV file.',
  errors: [],
  query: registryQuery,
  answers: 'bytes',
});

export const setEnvironment = endpoint({
  method: 'PUT',
  path: '/register/:id',
  summary: 'Assigns a screen to the test, development or live environment.',
  errors: ['VERSION_CHANGED'],
  access: 'console',
  capability: 'registry.environment',
  tag: 'screens',
  body: environmentBody,
  result: registryEntry,
});
