import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './envelope.ts';
import { markReadQuery, notification, readState } from './notifications.ts';

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications/:userId',
  summary: 'Lists the notifications of a user, newest first.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'notifications',
  query: pageQuery,
  result: z.array(notification),
});

export const markNotificationsRead = endpoint({
  method: 'PUT',
  path: '/notifications/:userId',
  summary: 'Marks one notification, or all of a user, as read.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'notifications',
  query: markReadQuery,
  result: readState,
});
