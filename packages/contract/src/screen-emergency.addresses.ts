/** Addresses of emergency messages, which only the screen's chunk with the overlay contains. */
import type { raiseByKeyBody, screenEmergency } from './emergency.ts';
import { endpointAddress } from './endpoint.ts';
import type { fileParams } from './screens.ts';

export const readScreenEmergency = endpointAddress<{ result: typeof screenEmergency }>()({
  method: 'GET',
  path: '/screens/emergency',
  access: 'screen',
});

export const readEmergencyFile = endpointAddress<{ params: typeof fileParams }>()({
  method: 'GET',
  path: '/screens/emergency/files/:sha256',
  access: 'screen',
});

export const raiseByKey = endpointAddress<{ body: typeof raiseByKeyBody }>()({
  method: 'POST',
  path: '/screens/emergency/raise',
  access: 'screen',
});
