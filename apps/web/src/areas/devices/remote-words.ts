import type { DeviceCommand, DeviceCommandName } from '@vitrine/contract/devices';

const COMMAND_LABELS: Record<DeviceCommandName, string> = {
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

/** Returns the outcome of the last command as text. */
export function getReceiptLabel({ action, state, reason }: DeviceCommand): string {
  const name = COMMAND_LABELS[action];
  const ends: Record<DeviceCommand['state'], string> = {
    sent: 'sent to the screen',
    delivered: 'received by the screen',
    done: 'done',
    failed: reason ? `failed. ${reason}` : 'failed',
    expired: 'the screen didn’t respond in time',
  };
  return `${name}: ${ends[state]}`;
}

/** While a command is pending no other can be sent. */
export const isPendingCommand = (command: DeviceCommand | null): boolean => command?.state === 'sent' || command?.state === 'delivered';
