import type { DeviceLine } from '@vitrine/contract/console-devices';
import { messageOf } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useActOnDevice } from '../api/console-device-mutations.ts';
import type { DeviceAct } from '../api/console-devices.ts';

interface Words {
  title: string;
  confirmLabel: string;
  consequence: (device: DeviceLine) => string;
  said: string;
}

const ownerOf = ({ createdUser: [owner] }: DeviceLine): string => owner?.name ?? 'its owner';

const WORDS: Record<DeviceAct, Words> = {
  reboot: {
    title: 'Reboot',
    confirmLabel: 'Yes, reboot',
    consequence: (device) => `The machine behind the screen of ${ownerOf(device)} restarts. Playback resumes by itself.`,
    said: 'Reboot sent to the screen.',
  },
  poweroff: {
    title: 'Power off',
    confirmLabel: 'Yes, power off',
    consequence: (device) => `The screen of ${ownerOf(device)} turns off, and somebody has to turn it on again by hand.`,
    said: 'Power off sent to the screen.',
  },
  factory_reset: {
    title: 'Factory reset',
    confirmLabel: 'Yes, reset',
    consequence: (device) =>
      `The screen erases everything, gets a new device id, and is no longer a device of ${ownerOf(device)}. This cannot be undone.`,
    said: 'Factory reset sent to the screen.',
  },
  delete: {
    title: 'Delete',
    confirmLabel: 'Yes, delete',
    consequence: (device) =>
      `The screen ${device.deviceId} stops showing the playlists of ${ownerOf(device)} and waits to be added again. Albums and playlists stay.`,
    said: 'Device deleted.',
  },
};

interface DeviceActDialogProps {
  device: DeviceLine | undefined;
  act: DeviceAct | undefined;
  /** Given up, or refused. */
  onClose: () => void;
  onDone: (device: DeviceLine, act: DeviceAct) => void;
}

/** Before something is done to somebody's device: what, and to whom. */
export function DeviceActDialog({ device, act, onClose, onDone }: DeviceActDialogProps) {
  const words = act && WORDS[act];
  const change = useActOnDevice({
    onSuccess: ({ message }) => {
      toast.success(message ?? words?.said ?? '');
      if (device && act) onDone(device, act);
    },
    onError: (error) => {
      toast.error(messageOf(error));
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
