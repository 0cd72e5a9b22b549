import { z } from 'zod';
import { consoleDevicesQuery, environmentBody, registerEntry, registerQuery } from './console-devices.ts';
import { deviceDetails } from './device-details.ts';
import { endpoint } from './endpoint.ts';

/** What the console's list of all devices has, as a CSV file, as it is read. */
export const exportDevices = endpoint({
  method: 'GET',
  path: '/devices/export/csv',
  access: 'console',
  capability: 'devices.see',
  tag: 'devices',
  query: consoleDevicesQuery,
  answers: 'bytes',
});

export const readDeviceDetails = endpoint({
  method: 'GET',
  path: '/devices/details/:deviceId',
  access: 'console',
  capability: 'devices.see',
  tag: 'devices',
  result: deviceDetails,
});

const see = { access: 'console', capability: 'registry.see', tag: 'screens' } as const;

/** The newest, without a search: what GET /register/devices/search has as well. */
export const listRegister = endpoint({
  ...see,
  method: 'GET',
  path: '/register/device/lists',
  query: registerQuery,
  result: z.array(registerEntry),
});

export const searchRegister = endpoint({
  ...see,
  method: 'GET',
  path: '/register/devices/search',
  query: registerQuery,
  result: z.array(registerEntry),
});

export const exportRegister = endpoint({
  ...see,
  method: 'GET',
  path: '/register/export/csv',
  query: registerQuery,
  answers: 'bytes',
});

export const setEnvironment = endpoint({
  method: 'PUT',
  path: '/register/:id',
  access: 'console',
  capability: 'registry.environment',
  tag: 'screens',
  body: environmentBody,
  result: registerEntry,
});
