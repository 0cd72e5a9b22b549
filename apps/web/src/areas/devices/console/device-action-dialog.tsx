import type { ConsoleDevice } from '@vitrine/contract/console-devices';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { type ConsoleDeviceAction, useDeviceAction } from './api/console-devices.ts';

interface ActionTexts {
  title: string;
  confirmLabel: string;
  consequence: (device: ConsoleDevice) => string;
  said: string;
}

const getOwnerName = ({ createdUser: [owner] }: ConsoleDevice): string => owner?.name ?? 'the owner';

const ACTION_TEXTS: Record<ConsoleDeviceAction, ActionTexts> = {
  reboot: {
    title: 'Reboot',
    confirmLabel: 'Yes, reboot',
    consequence: (device) =>
      `The computer running this screen restarts, and playback resumes automatically. Owner: ${getOwnerName(device)}.`,
    said: 'Reboot command sent to the screen.',
  },
  poweroff: {
    title: 'Power off',
    confirmLabel: 'Yes, power off',
    consequence: (device) => `The screen turns off and must be turned on again by hand. Owner: ${getOwnerName(device)}.`,
    said: 'Power-off command sent to the screen.',
  },
  factory_reset: {
    title: 'Factory reset',
    confirmLabel: 'Yes, reset',
    consequence: (device) =>
      `All content on the screen is erased, the screen gets a new device ID, and it’s removed from ${getOwnerName(device)}’s devices. This can’t be undone.`,
    said: 'Factory reset command sent to the screen.',
  },
  delete: {
    title: 'Delete',
    confirmLabel: 'Yes, delete',
    consequence: (device) =>
      `Screen ${device.deviceId} stops showing ${getOwnerName(device)}’s playlists and can be added again. Albums and playlists are kept.`,
    said: 'Device deleted.',
  },
};

interface DeviceActDialogProps {
  device: ConsoleDevice | undefined;
  act: ConsoleDeviceAction | undefined;
  /** Given up, or refused. */
  onClose: () => void;
  onDone: (device: ConsoleDevice, act: ConsoleDeviceAction) => void;
}

/** Confirmation before an action on another account's device. */
export function DeviceActionDialog({ device, act, onClose, onDone }: DeviceActDialogProps) {
  const words = act && ACTION_TEXTS[act];
  const change = useDeviceAction({
    onSuccess: ({ message }) => {
      toast.success(message ?? words?.said ?? '');
      if (device && act) onDone(device, act);
    },
    onError: (error) => {
      toast.error(getErrorMessage(error));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen={device !== undefined && words !== undefined}
      onClose={onClose}
      onConfirm={() => device && act && !change.isPending && change.mutate({ deviceId: device._id, act })}
      title={`${words?.title ?? ''} “${device?.name ?? ''}”?`}
      consequence={device && words?.consequence(device)}
      confirmLabel={words?.confirmLabel ?? ''}
      isBusy={change.isPending}
    />
  );
}
