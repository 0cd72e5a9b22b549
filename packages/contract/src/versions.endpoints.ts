import { z } from 'zod';
import { deviceCommand } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { rollout, rolloutBody, rolloutChangeBody, rolloutsQuery } from './rollouts.ts';
import { deviceVersion, versionBody, versionChangeBody, versionsQuery, versionUpdateBody, versionUpdateParams } from './versions.ts';

const tag = 'fleet';

export const listVersions = endpoint({
  method: 'GET',
  path: '/versions',
  summary: 'Lists the versions of the screen software.',
  description: 'Owners of devices see the visible versions of their platform; the console sees all versions.',
  errors: [],
  access: 'session',
  tag,
  query: versionsQuery,
  result: z.array(deviceVersion),
});

export const exportVersions = endpoint({
  method: 'GET',
  path: '/versions/export/csv',
  summary: 'Exports all versions of the screen software as a CSV file.',
  errors: [],
  access: 'console',
  capability: 'versions.see',
  tag,
  answers: 'bytes',
});

export const createVersion = endpoint({
  method: 'POST',
  path: '/versions',
  summary: 'Adds a version of the screen software.',
  errors: ['VERSION_REFUSED'],
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
  summary: 'Changes a version of the screen software, its visibility or which version is the base version.',
  errors: ['VERSION_CHANGED', 'VERSION_REFUSED'],
  access: 'console',
  capability: 'versions.edit',
  tag,
  body: versionChangeBody,
  result: deviceVersion,
});

export const deleteVersion = endpoint({
  method: 'DELETE',
  path: '/versions/:id',
  summary: 'Deletes a version of the screen software that no screen uses.',
  errors: ['VERSION_REFUSED'],
  access: 'console',
  capability: 'versions.edit',
  tag,
});

export const uploadVersionFiles = endpoint({
  method: 'POST',
  path: '/versions/:id/files',
  summary: 'Replaces the files of a version with a zip or with single files of a multipart form.',
  description: 'Send one zip in the field `zip`, or files in fields that are named by their paths.',
  errors: ['VERSION_REFUSED', 'VERSION_FILES_INVALID', 'DISK_FULL'],
  access: 'console',
  capability: 'versions.edit',
  tag,
  consumes: 'multipart/form-data',
  result: deviceVersion,
});

export const listRollouts = endpoint({
  method: 'GET',
  path: '/rollouts',
  summary: 'Lists the staged updates of screens, newest first.',
  errors: [],
  access: 'console',
  capability: 'versions.see',
  tag,
  query: rolloutsQuery,
  result: z.array(rollout),
});

export const startRollout = endpoint({
  method: 'POST',
  path: '/rollouts',
  summary: 'Starts to deliver a version to a share of the screens.',
  errors: ['VERSION_REFUSED'],
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
  summary: 'Increases the share of a staged update, or stops, resumes or ends it.',
  errors: ['VERSION_CHANGED', 'VERSION_REFUSED'],
  access: 'console',
  capability: 'versions.edit',
  tag,
  body: rolloutChangeBody,
  result: rollout,
});

export const updateVersion = endpoint({
  method: 'PUT',
  path: '/devices/version/update/:deviceId',
  summary: 'Loads a version of the screen software on the screen of a device.',
  errors: ['NOT_FOUND', 'VERSION_UNKNOWN', 'DEVICE_OFFLINE', 'DEVICE_BUSY'],
  access: 'session',
  tag,
  params: versionUpdateParams,
  body: versionUpdateBody,
  result: deviceCommand,
});
