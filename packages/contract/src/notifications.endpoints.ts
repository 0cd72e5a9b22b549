import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './envelope.ts';
import { markReadQuery, notification, readState } from './notifications.ts';

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications/:userId',
  access: 'session',
  tag: 'notifications',
  query: pageQuery,
  result: z.array(notification),
});

/** One, or all of them. */
export const markRead = endpoint({
  method: 'PUT',
  path: '/notifications/:userId',
  access: 'session',
  tag: 'notifications',
  query: markReadQuery,
  result: readState,
});
