import { z } from 'zod';
import { deviceCommand } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { deviceVersion, versionUpdateBody, versionUpdateParams } from './versions.ts';

export const listVersions = endpoint({ method: 'GET', path: '/versions', access: 'session', tag: 'fleet', result: z.array(deviceVersion) });

export const updateVersion = endpoint({
  method: 'PUT',
  path: '/devices/version/update/:deviceId',
  access: 'session',
  tag: 'fleet',
  params: versionUpdateParams,
  body: versionUpdateBody,
  result: deviceCommand,
});
