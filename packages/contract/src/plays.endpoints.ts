import { endpoint } from './endpoint.ts';
import { devicePlays, playsQuery } from './plays.ts';

export const readDevicePlays = endpoint({
  method: 'GET',
  path: '/devices/:id/plays',
  summary: 'Returns what a device played, and how often, by day and item.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'devices',
  query: playsQuery,
  result: devicePlays,
});
