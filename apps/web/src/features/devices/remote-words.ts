import type { DeviceAction, DeviceActionName } from '@vitrine/contract/devices';

const NAMES: Record<DeviceActionName, string> = {
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  previous: 'Previous',
  next: 'Next',
  reload: 'Reload',
  reboot: 'Reboot',
  poweroff: 'Power off',
  factory_reset: 'Factory reset',
};

/** What became of the last order, in words. */
export function receiptWords({ action, state, reason }: DeviceAction): string {
  const name = NAMES[action];
  const ends: Record<DeviceAction['state'], string> = {
    sent: 'sent to the screen',
    delivered: 'received by the screen',
    done: 'done',
    failed: reason ? `failed. ${reason}` : 'failed',
    expired: 'the screen did not answer in time',
  };
  return `${name}: ${ends[state]}`;
}

/** While it is under way no other order is taken. */
export const isUnderWay = (action: DeviceAction | null): boolean => action?.state === 'sent' || action?.state === 'delivered';
