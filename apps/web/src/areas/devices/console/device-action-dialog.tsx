import type { ConsoleDevice } from '@vitrine/contract/console-devices';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { type ConsoleDeviceAction, useDeviceAction } from './api/console-devices.ts';

interface ActionTexts {
  title: string;
  confirmLabel: string;
  consequence: (device: ConsoleDevice) => string;
  successMessage: string;
}

const getOwnerName = ({ createdUser: [owner] }: ConsoleDevice): string => owner?.name ?? 'the owner';

const ACTION_TEXTS: Record<ConsoleDeviceAction, ActionTexts> = {
  reboot: {
    title: 'Reboot',
    confirmLabel: 'Yes, reboot',
    consequence: (device) =>
      `The computer running this screen restarts, and playback resumes automatically. Owner: ${getOwnerName(device)}.`,
    successMessage: 'Reboot command sent to the screen.',
  },
  poweroff: {
    title: 'Power off',
    confirmLabel: 'Yes, power off',
    consequence: (device) => `The screen turns off and must be turned on again by hand. Owner: ${getOwnerName(device)}.`,
    successMessage: 'Power-off command sent to the screen.',
  },
  factory_reset: {
    title: 'Factory reset',
    confirmLabel: 'Yes, reset',
    consequence: (device) =>
      `All content on the screen is erased, the screen gets a new device ID, and it’s removed from ${getOwnerName(device)}’s devices. This can’t be undone.`,
    successMessage: 'Factory reset command sent to the screen.',
  },
  delete: {
    title: 'Delete',
    confirmLabel: 'Yes, delete',
    consequence: (device) =>
      `Screen ${device.deviceId} stops showing ${getOwnerName(device)}’s playlists and can be added again. Albums and playlists are kept.`,
    successMessage: 'Device deleted.',
  },
};

interface DeviceActionDialogProps {
  device: ConsoleDevice | undefined;
  act: ConsoleDeviceAction | undefined;
  /** Called when the dialog is canceled or the server refuses the action. */
  onClose: () => void;
  onDone: (device: ConsoleDevice, act: ConsoleDeviceAction) => void;
}

/** Confirmation before an action on another account's device. */
export function DeviceActionDialog({ device, act, onClose, onDone }: DeviceActionDialogProps) {
  const texts = act && ACTION_TEXTS[act];
  const change = useDeviceAction({
    onSuccess: ({ message }) => {
      toast.success(message ?? texts?.successMessage ?? '');
      if (device && act) onDone(device, act);
    },
    onError: (error) => {
      toast.error(getErrorMessage(error));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen={device !== undefined && texts !== undefined}
      onClose={onClose}
      onConfirm={() => device && act && !change.isPending && change.mutate({ deviceId: device._id, act })}
      title={`${texts?.title ?? ''} “${device?.name ?? ''}”?`}
      consequence={device && texts?.consequence(device)}
      confirmLabel={texts?.confirmLabel ?? ''}
      isBusy={change.isPending}
    />
  );
}
