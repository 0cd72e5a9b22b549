import { endpoint } from './endpoint.ts';
import { devicePlays, playsQuery } from './plays.ts';

export const readDevicePlays = endpoint({
  method: 'GET',
  path: '/devices/:id/plays',
  access: 'session',
  tag: 'devices',
  query: playsQuery,
  result: devicePlays,
});
