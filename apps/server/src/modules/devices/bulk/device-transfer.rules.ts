import type { DeviceLimit } from '@vitrine/contract';
import type { BulkOutcome } from './bulk-devices.rules.ts';

interface TransferableDevice {
  id: string;
  user_id: string;
  org_id: string | null;
}

export interface DeviceOwner {
  user_id: string;
  org_id: string | null;
}

export interface TransferPlan<Device> {
  moving: Device[];
  /** Outcomes by the ids of all devices. */
  outcomes: Map<string, BulkOutcome>;
}

/** Returns how many devices an account can add. */
export const getDeviceCapacity = ({ used, allowed, hasEnded }: DeviceLimit): number => (hasEnded ? 0 : Math.max(0, allowed - used));

/**
 * Decides which of these devices move. Devices that count against the same account as before need no capacity; of the others, the first ones for which the
 * destination's plan has capacity move.
 */
export function planTransfer<Device extends TransferableDevice>(
  devices: readonly Device[],
  target: DeviceOwner,
  limit: DeviceLimit,
): TransferPlan<Device> {
  const outcomes = new Map<string, BulkOutcome>();
  const transferable: Device[] = [];
  let capacity = getDeviceCapacity(limit);
  for (const device of devices) {
    if (device.org_id === target.org_id && device.user_id === target.user_id) outcomes.set(device.id, 'there');
    else if (device.user_id !== target.user_id && capacity-- <= 0) outcomes.set(device.id, limit.hasEnded ? 'planEnded' : 'deviceLimit');
    else {
      outcomes.set(device.id, 'done');
      transferable.push(device);
    }
  }
  return { moving: transferable, outcomes };
}
