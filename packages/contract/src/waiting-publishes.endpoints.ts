import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { publishUserQuery } from './publishing.ts';
import { createWaitingPublishBody, waitingPublish, waitingPublishListQuery } from './waiting-publishes.ts';

export const createWaitingPublish = endpoint({
  method: 'POST',
  path: '/publishes/waiting',
  summary: 'Publishes a playlist to devices when their screens are back, with an optional schedule.',
  description:
    'A playlist that waits for the device already gets the new schedule and time. Devices that are online are published to at once.',
  errors: ['NOT_FOUND', 'PLAYLIST_EMPTY', 'WAITING_DEVICE_LIMIT', 'WAITING_ACCOUNT_LIMIT'],
  access: 'session',
  tag: 'publishing',
  query: publishUserQuery,
  body: createWaitingPublishBody,
  result: z.array(waitingPublish),
  status: 201,
});

export const listWaitingPublishes = endpoint({
  method: 'GET',
  path: '/publishes/waiting',
  summary: 'Lists the publishes of a playlist or to a device that wait for screens to be back.',
  description: 'Returns at most 1,000 of them, newest first.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  query: waitingPublishListQuery,
  result: z.array(waitingPublish),
});

export const cancelWaitingPublish = endpoint({
  method: 'DELETE',
  path: '/publishes/waiting/:id',
  summary: 'Cancels a publish that waits for a screen.',
  errors: [],
  access: 'session',
  tag: 'publishing',
});
