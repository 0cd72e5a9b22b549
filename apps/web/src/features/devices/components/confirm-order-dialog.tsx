import type { Device, DeviceActionName } from '@vitrine/contract/devices';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useDeviceCommands } from './remote-control.tsx';

const ORDERS = {
  reboot: {
    title: 'Reboot',
    label: 'Reboot',
    consequence: 'The device behind the screen restarts. Playback resumes by itself.',
  },
  poweroff: { title: 'Power off', label: 'Power off', consequence: 'The screen turns off, and someone has to turn it on again by hand.' },
  factory_reset: {
    title: 'Reset',
    label: 'Factory reset',
    consequence: 'The screen erases everything, gets a new ID and is removed from your devices.',
  },
} as const;
type Order = keyof typeof ORDERS;

/** Said with the name of the screen before anything that cannot be taken back from here. */
export function ConfirmOrderDialog({ device, action, onClose }: { device: Device; action: string | undefined; onClose: () => void }) {
  const { send } = useDeviceCommands(device);
  const order = action !== undefined && action in ORDERS ? ORDERS[action as Order] : undefined;
  const confirm = () => {
    send(action as DeviceActionName);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={order !== undefined}
      onClose={onClose}
      onConfirm={confirm}
      title={`${order?.title ?? ''} “${device.name}”?`}
      consequence={order?.consequence}
      confirmLabel={order?.label ?? ''}
      isBusy={false}
    />
  );
}
