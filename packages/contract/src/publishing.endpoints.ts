import { z } from 'zod';
import { dayPlan, dayPlansBody } from './device-day-plans.ts';
import { endpoint } from './endpoint.ts';
import { publishForecast } from './forecast.ts';
import { publishHistory, publishHistoryQuery } from './publish-history.ts';
import {
  createPublishBody,
  deletePublishQuery,
  editPublishBody,
  forecastBody,
  privateAlbum,
  privateAlbumsBody,
  publish,
  publishCount,
  publishCountQuery,
  publishListQuery,
  publishUserQuery,
  scheduleBody,
} from './publishing.ts';
import { schedulePreview, schedulePreviewBody } from './schedule-preview.ts';

export const createPublish = endpoint({
  method: 'POST',
  path: '/publishes',
  summary: 'Publishes a playlist on one or more devices, with an optional schedule.',
  description: 'Returns at most 50 of the publishes. Those that are the main playlist of their device come first.',
  errors: ['NOT_FOUND', 'PLAYLIST_EMPTY'],
  access: 'session',
  tag: 'publishing',
  query: publishUserQuery,
  body: createPublishBody,
  result: z.array(publish),
  status: 201,
});

export const readForecast = endpoint({
  method: 'POST',
  path: '/publishes/forecast',
  summary: 'Returns what devices would show if a playlist were published, without publishing it.',
  description: 'Changes nothing. The method is POST because hundreds of ids do not fit into an address.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  body: forecastBody,
  result: z.array(publishForecast),
});

export const previewSchedule = endpoint({
  method: 'POST',
  path: '/publishes/preview',
  summary: 'Returns which screens change when if a playlist were published or scheduled, without saving it.',
  description:
    'Changes nothing. Devices with the same effect are one case. Skips devices that no longer exist, and with `schedule` those without the playlist.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  body: schedulePreviewBody,
  result: schedulePreview,
});

export const readDeviceDays = endpoint({
  method: 'POST',
  path: '/publishes/days',
  summary: 'Returns what devices show in the course of a day.',
  description: 'Skips devices that no longer exist.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  body: dayPlansBody,
  result: z.array(dayPlan),
});

export const listPrivateAlbums = endpoint({
  method: 'POST',
  path: '/publishes/private-albums',
  summary: 'Lists private albums of the caller that devices of a family show although some of its members cannot see them.',
  description: 'Changes nothing. The method is POST because hundreds of ids do not fit into an address.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  body: privateAlbumsBody,
  result: z.array(privateAlbum),
});

export const listPublishes = endpoint({
  method: 'GET',
  path: '/publishes',
  summary: 'Lists the publishes of the caller, of a playlist or of a device.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  query: publishListQuery,
  result: z.array(publish),
});

export const readPublishHistory = endpoint({
  method: 'GET',
  path: '/publishes/history',
  summary: 'Returns what a device should have shown at a time within the last 13 months, and why.',
  description:
    'Computed from the recorded changes of its publishes, by the rules that screens follow and the current time zone of the device.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  query: publishHistoryQuery,
  result: publishHistory,
});

export const countPublishes = endpoint({
  method: 'GET',
  path: '/publishes/count',
  summary: 'Counts the devices on which a playlist is published, and those that play it now.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  query: publishCountQuery,
  result: publishCount,
});

export const editPublish = endpoint({
  method: 'PUT',
  path: '/publishes/:id',
  summary: 'Makes a publish the active one on its device, or the main playlist of the device.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  body: editPublishBody,
  result: publish,
});

export const setSchedule = endpoint({
  method: 'PUT',
  path: '/publishes/schedule/:publishId',
  summary: 'Sets the schedule of a publish.',
  description: 'A schedule is one window (`schedule`) or several (`windows`), with a `priority`. It replaces the previous one as a whole.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  body: scheduleBody,
  result: publish,
});

export const resetSchedule = endpoint({
  method: 'PUT',
  path: '/publishes/schedule/reset/:publishId',
  summary: 'Removes the schedule of a publish.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  result: publish,
});

export const deletePublish = endpoint({
  method: 'DELETE',
  path: '/publishes/playlist/delete',
  summary: 'Removes a playlist from a device.',
  errors: ['NOT_FOUND', 'PUBLISHED_BY_TAG'],
  access: 'session',
  tag: 'publishing',
  query: deletePublishQuery,
});
