import type { DeviceLimit } from '@vitrine/contract';
import type { Outcome } from './device-outcomes.rules.ts';

interface Movable {
  id: string;
  user_id: string;
  org_id: string | null;
}

export interface Home {
  user_id: string;
  org_id: string | null;
}

export interface Sorted<Device> {
  moving: Device[];
  said: Map<string, Outcome>;
}

export const roomOf = ({ used, allowed, hasEnded }: DeviceLimit): number => (hasEnded ? 0 : Math.max(0, allowed - used));

/**
 * Which of these devices move. What counts to the same account as before adds nothing to it; of the others those first in order for which the plan there
 * has room.
 */
export function sortMoves<Device extends Movable>(devices: readonly Device[], home: Home, limit: DeviceLimit): Sorted<Device> {
  const said = new Map<string, Outcome>();
  const moving: Device[] = [];
  let room = roomOf(limit);
  for (const device of devices) {
    if (device.org_id === home.org_id && device.user_id === home.user_id) said.set(device.id, 'there');
    else if (device.user_id !== home.user_id && room-- <= 0) said.set(device.id, limit.hasEnded ? 'planEnded' : 'deviceLimit');
    else {
      said.set(device.id, 'done');
      moving.push(device);
    }
  }
  return { moving, said };
}
