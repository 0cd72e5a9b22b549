import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import { deviceKeys } from '../../../entities/devices/device-keys.ts';
import { publishKeys } from '../../../entities/publishes/publish-keys.ts';
import { messageOf } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { deleteDevice } from '../api/devices.ts';

interface DeleteDeviceDialogProps {
  device?: Device;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDeviceDialog({ device, isOpen, onClose, onDeleted = onClose }: DeleteDeviceDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => deleteDevice(id),
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Device deleted.');
      onDeleted();
      for (const queryKey of [deviceKeys.all, publishKeys.all]) void client.invalidateQueries({ queryKey });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen && device !== undefined}
      onClose={onClose}
      onConfirm={() => device && remove.mutate(device._id)}
      title={`Delete “${device?.name ?? ''}”?`}
      consequence={`The screen ${device?.deviceId ?? ''} stops showing your playlists and waits to be added again. Albums and playlists stay.`}
      confirmLabel="Delete device"
      isBusy={remove.isPending}
    />
  );
}
