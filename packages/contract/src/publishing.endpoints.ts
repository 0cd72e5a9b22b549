import { z } from 'zod';
import { deviceDay, deviceDaysBody } from './device-days.ts';
import { endpoint } from './endpoint.ts';
import { publishForecast } from './forecast.ts';
import {
  createPublishBody,
  deletePublishQuery,
  editPublishBody,
  forecastBody,
  publish,
  publishListQuery,
  publishUserQuery,
  scheduleBody,
} from './publishing.ts';

/** Answers at most fifty of the publishes, those first on which it is the main playlist of the device. */
export const createPublish = endpoint({
  method: 'POST',
  path: '/publishes',
  access: 'session',
  tag: 'publishing',
  query: publishUserQuery,
  body: createPublishBody,
  result: z.array(publish),
  status: 201,
});

/** Asks and changes nothing; five hundred ids are too many for an address. */
export const readForecast = endpoint({
  method: 'POST',
  path: '/publishes/forecast',
  access: 'session',
  tag: 'publishing',
  body: forecastBody,
  result: z.array(publishForecast),
});

/** Devices that are gone are left out. */
export const readDeviceDays = endpoint({
  method: 'POST',
  path: '/publishes/days',
  access: 'session',
  tag: 'publishing',
  body: deviceDaysBody,
  result: z.array(deviceDay),
});

export const listPublishes = endpoint({
  method: 'GET',
  path: '/publishes',
  access: 'session',
  tag: 'publishing',
  query: publishListQuery,
  result: z.array(publish),
});

export const editPublish = endpoint({
  method: 'PUT',
  path: '/publishes/:id',
  access: 'session',
  tag: 'publishing',
  body: editPublishBody,
  result: publish,
});

export const setSchedule = endpoint({
  method: 'PUT',
  path: '/publishes/schedule/:publishId',
  access: 'session',
  tag: 'publishing',
  body: scheduleBody,
  result: publish,
});

export const resetSchedule = endpoint({
  method: 'PUT',
  path: '/publishes/schedule/reset/:publishId',
  access: 'session',
  tag: 'publishing',
  result: publish,
});

export const deletePublish = endpoint({
  method: 'DELETE',
  path: '/publishes/playlist/delete',
  access: 'session',
  tag: 'publishing',
  query: deletePublishQuery,
});
