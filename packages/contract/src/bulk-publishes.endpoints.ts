import {
  devicesPlaylists,
  devicesPlaylistsBody,
  publishOutcomes,
  publishRemoval,
  publishRestoration,
  removePublishesBody,
  restorePublishesBody,
  schedulePublishesBody,
} from './bulk-publishes.ts';
import { endpoint } from './endpoint.ts';

export const listDevicesPlaylists = endpoint({
  method: 'POST',
  path: '/publishes/many/playlists',
  summary: 'Lists the playlists of many devices with the number of devices that have each one, the most frequent first.',
  description:
    'Changes nothing. The method is POST because thousands of ids do not fit into an address. Skips devices that no longer exist.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  body: devicesPlaylistsBody,
  result: devicesPlaylists,
});

export const removePublishes = endpoint({
  method: 'POST',
  path: '/publishes/many/delete',
  summary: 'Removes a playlist from many devices and returns the number of devices by outcome.',
  description:
    'Devices that do not have the playlist, or have it because of a tag, are skipped. The result has an id that restores the publishes for a day.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  body: removePublishesBody,
  result: publishRemoval,
});

export const restorePublishes = endpoint({
  method: 'POST',
  path: '/publishes/many/restore',
  summary: 'Restores the publishes that one call has removed from many devices, with their schedules.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  body: restorePublishesBody,
  result: publishRestoration,
});

export const schedulePublishes = endpoint({
  method: 'PUT',
  path: '/publishes/many/schedule',
  summary: 'Sets or removes the schedule of a playlist on many devices and returns the number of devices by outcome.',
  description: 'Devices that do not have the playlist are skipped.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  body: schedulePublishesBody,
  result: publishOutcomes,
});
