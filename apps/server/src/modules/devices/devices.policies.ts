import type { Policies } from '../access/index.ts';
import { ownersOf } from '../organisations/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'device.read': true;
    'device.update': true;
    /** Restarts, switches off, resets or deletes the device, also from the console. */
    'device.control': true;
    'deviceTag.update': true;
  }
}

export const devicePolicies: Policies = {
  'device.read': ownersOf('devices'),
  'device.update': ownersOf('devices'),
  'device.control': ownersOf('devices'),
  'deviceTag.update': ownersOf('device_tags'),
};
