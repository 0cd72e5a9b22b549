import { z } from 'zod';
import { deviceTag, renameTagBody } from './device-tags.ts';
import { endpoint } from './endpoint.ts';
import { id } from './envelope.ts';
import { deviceOutcomes, manyDevicesBody, moveDevicesBody, moveForecast, tagDevicesBody } from './many-devices.ts';

/** All tags of the account, or of the family and one's own. */
export const listDeviceTags = endpoint({
  method: 'GET',
  path: '/devices/users/:userId/tags',
  access: 'session',
  tag: 'devices',
  query: z.object({ orgId: id.optional() }),
  result: z.array(deviceTag),
});

/** On every device that has it. With the name of another one the two become one. */
export const renameDeviceTag = endpoint({
  method: 'PUT',
  path: '/devices/tags/:id',
  access: 'session',
  tag: 'devices',
  body: renameTagBody,
});

/** From every device that has it. */
export const deleteDeviceTag = endpoint({ method: 'DELETE', path: '/devices/tags/:id', access: 'session', tag: 'devices' });

export const tagDevices = endpoint({
  method: 'POST',
  path: '/devices/many/tags',
  access: 'session',
  tag: 'devices',
  body: tagDevicesBody,
  result: deviceOutcomes,
});

export const reloadDevices = endpoint({
  method: 'POST',
  path: '/devices/many/reload',
  access: 'session',
  tag: 'devices',
  body: manyDevicesBody,
  result: deviceOutcomes,
});

export const deleteDevices = endpoint({
  method: 'POST',
  path: '/devices/many/delete',
  access: 'session',
  tag: 'devices',
  body: manyDevicesBody,
  result: deviceOutcomes,
});

export const moveDevices = endpoint({
  method: 'POST',
  path: '/devices/many/move',
  access: 'session',
  tag: 'devices',
  body: moveDevicesBody,
  result: deviceOutcomes,
});

/** Asks, and changes nothing. */
export const readMoveForecast = endpoint({
  method: 'POST',
  path: '/devices/many/move/forecast',
  access: 'session',
  tag: 'devices',
  body: moveDevicesBody,
  result: moveForecast,
});
