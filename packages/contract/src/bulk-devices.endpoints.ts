import { z } from 'zod';
import {
  bulkDevicesBody,
  bulkSettingsBody,
  bulkSettingsOutcome,
  bulkSettingsPreview,
  deviceOutcomes,
  restoreSettingsBody,
  settingsRestoration,
  tagDevicesBody,
  transferDevicesBody,
  transferForecast,
} from './bulk-devices.ts';
import { deviceTag, renameTagBody, tagSettingsBody } from './device-tags.ts';
import { endpoint } from './endpoint.ts';
import { id } from './envelope.ts';

export const listDeviceTags = endpoint({
  method: 'GET',
  path: '/devices/users/:userId/tags',
  summary: 'Lists the device tags of a user or family.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  query: z.object({ orgId: id.optional() }),
  result: z.array(deviceTag),
});

export const renameDeviceTag = endpoint({
  method: 'PUT',
  path: '/devices/tags/:id',
  summary: 'Renames a device tag on all its devices, or merges it with the tag of that name.',
  errors: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  access: 'session',
  tag: 'devices',
  body: renameTagBody,
});

export const setTagSettings = endpoint({
  method: 'PUT',
  path: '/devices/tags/:id/settings',
  summary: 'Changes the operating hours and the brightness of all devices with a tag.',
  description:
    'They apply to devices that have none of their own. Of several tags, the device is on while one says so, with the highest brightness.',
  errors: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  access: 'session',
  tag: 'devices',
  body: tagSettingsBody,
});

export const deleteDeviceTag = endpoint({
  method: 'DELETE',
  path: '/devices/tags/:id',
  summary: 'Deletes a device tag and removes it from all devices.',
  errors: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  access: 'session',
  tag: 'devices',
});

export const tagDevices = endpoint({
  method: 'POST',
  path: '/devices/many/tags',
  summary: 'Adds tags to many devices and removes others, and returns the outcome for each device.',
  description: 'Devices that do not exist or belong to someone else are skipped and listed in the result.',
  errors: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  access: 'session',
  tag: 'devices',
  body: tagDevicesBody,
  result: deviceOutcomes,
});

export const reloadDevices = endpoint({
  method: 'POST',
  path: '/devices/many/reload',
  summary: 'Reloads the screens of many devices and returns the outcome for each device.',
  description: 'Devices that do not exist or belong to someone else are skipped and listed in the result.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  body: bulkDevicesBody,
  result: deviceOutcomes,
});

export const deleteDevices = endpoint({
  method: 'POST',
  path: '/devices/many/delete',
  summary: 'Removes many devices and returns the outcome for each device.',
  description: 'Devices that do not exist or belong to someone else are skipped and listed in the result.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  body: bulkDevicesBody,
  result: deviceOutcomes,
});

export const transferDevices = endpoint({
  method: 'POST',
  path: '/devices/many/move',
  summary: 'Moves devices from an account to a family or back, and returns the outcome for each device.',
  errors: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  access: 'session',
  tag: 'devices',
  body: transferDevicesBody,
  result: deviceOutcomes,
});

export const readDeviceTransferForecast = endpoint({
  method: 'POST',
  path: '/devices/many/move/forecast',
  summary: 'Returns what a move of devices would change, without moving them.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  body: transferDevicesBody,
  result: transferForecast,
});

export const setManyDeviceSettings = endpoint({
  method: 'PUT',
  path: '/devices/many/settings',
  summary: 'Changes settings of many devices and returns the number of devices by outcome.',
  description:
    'What is left out stays as it is. Devices that do not exist or belong to someone else are skipped. The result has an id that restores the previous settings for a day.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  body: bulkSettingsBody,
  result: bulkSettingsOutcome,
});

export const previewManyDeviceSettings = endpoint({
  method: 'POST',
  path: '/devices/many/settings/preview',
  summary: 'Returns what a change of settings of many devices would do.',
  description:
    'Changes nothing. The method is POST because thousands of ids do not fit into an address. Skips devices that no longer exist.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  body: bulkSettingsBody,
  result: bulkSettingsPreview,
});

export const restoreManyDeviceSettings = endpoint({
  method: 'POST',
  path: '/devices/many/settings/restore',
  summary: 'Restores the settings that one call has changed on many devices.',
  description: 'Settings that changed again since then stay.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  body: restoreSettingsBody,
  result: settingsRestoration,
});
