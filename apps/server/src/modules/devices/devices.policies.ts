import type { Policies } from '../access/index.ts';
import { ownerAndMembersPolicy } from '../organisations/index.ts';

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
  'device.read': ownerAndMembersPolicy('devices'),
  'device.update': ownerAndMembersPolicy('devices'),
  'device.control': ownerAndMembersPolicy('devices'),
  'deviceTag.update': ownerAndMembersPolicy('device_tags'),
};
