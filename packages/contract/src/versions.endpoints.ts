import { z } from 'zod';
import { deviceCommand } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { rollout, rolloutBody, rolloutChangeBody, rolloutsQuery } from './rollouts.ts';
import { deviceVersion, versionBody, versionChangeBody, versionsQuery, versionUpdateBody, versionUpdateParams } from './versions.ts';

const tag = 'fleet';

/** Owners of devices get those that are visible on their platform; the console gets all. */
export const listVersions = endpoint({
  method: 'GET',
  path: '/versions',
  access: 'session',
  tag,
  query: versionsQuery,
  result: z.array(deviceVersion),
});

/** All versions as a CSV file, as they are read. */
export const exportVersions = endpoint({
  method: 'GET',
  path: '/versions/export/csv',
  access: 'console',
  capability: 'versions.see',
  tag,
  answers: 'bytes',
});

export const createVersion = endpoint({
  method: 'POST',
  path: '/versions',
  access: 'console',
  capability: 'versions.edit',
  tag,
  body: versionBody,
  result: deviceVersion,
  status: 201,
});

export const changeVersion = endpoint({
  method: 'PUT',
  path: '/versions/:id',
  access: 'console',
  capability: 'versions.edit',
  tag,
  body: versionChangeBody,
  result: deviceVersion,
});

export const deleteVersion = endpoint({
  method: 'DELETE',
  path: '/versions/:id',
  access: 'console',
  capability: 'versions.edit',
  tag,
});

/** One zip in the field `zip`, or files in fields that are named by their paths. They take the place of those before. */
export const uploadVersionFiles = endpoint({
  method: 'POST',
  path: '/versions/:id/files',
  access: 'console',
  capability: 'versions.edit',
  tag,
  consumes: 'multipart/form-data',
  result: deviceVersion,
});

export const listRollouts = endpoint({
  method: 'GET',
  path: '/rollouts',
  access: 'console',
  capability: 'versions.see',
  tag,
  query: rolloutsQuery,
  result: z.array(rollout),
});

export const startRollout = endpoint({
  method: 'POST',
  path: '/rollouts',
  access: 'console',
  capability: 'versions.edit',
  tag,
  body: rolloutBody,
  result: rollout,
  status: 201,
});

export const changeRollout = endpoint({
  method: 'PUT',
  path: '/rollouts/:id',
  access: 'console',
  capability: 'versions.edit',
  tag,
  body: rolloutChangeBody,
  result: rollout,
});

export const updateVersion = endpoint({
  method: 'PUT',
  path: '/devices/version/update/:deviceId',
  access: 'session',
  tag,
  params: versionUpdateParams,
  body: versionUpdateBody,
  result: deviceCommand,
});
