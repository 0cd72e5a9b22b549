import type { Device, DeviceCommandName } from '@vitrine/contract/devices';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useDeviceCommands } from './remote-control.tsx';

const CONFIRMED_COMMANDS = {
  reboot: {
    title: 'Reboot',
    label: 'Reboot',
    consequence: 'The computer running the screen restarts. Playback resumes automatically.',
  },
  poweroff: { title: 'Power off', label: 'Power off', consequence: 'The screen turns off. You’ll need to turn it on again by hand.' },
  factory_reset: {
    title: 'Factory reset',
    label: 'Factory reset',
    consequence: 'All content on the screen is erased, the screen gets a new ID, and it’s removed from your devices.',
  },
} as const;
type ConfirmedCommand = keyof typeof CONFIRMED_COMMANDS;

interface ConfirmCommandDialogProps {
  device: Device;
  command: string | undefined;
  onClose: () => void;
  onSent: (command: DeviceCommandName) => void;
}

/** Confirms the commands that cannot be undone remotely. */
export function ConfirmCommandDialog({ device, command, onClose, onSent }: ConfirmCommandDialogProps) {
  const { send } = useDeviceCommands(device);
  const text = command !== undefined && command in CONFIRMED_COMMANDS ? CONFIRMED_COMMANDS[command as ConfirmedCommand] : undefined;
  const confirm = () => {
    send(command as DeviceCommandName);
    onSent(command as DeviceCommandName);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={text !== undefined}
      onClose={onClose}
      onConfirm={confirm}
      title={`${text?.title ?? ''} “${device.name}”?`}
      consequence={text?.consequence}
      confirmLabel={text?.label ?? ''}
      isBusy={false}
    />
  );
}
