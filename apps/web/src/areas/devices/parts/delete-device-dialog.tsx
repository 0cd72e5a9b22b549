import type { Device } from '@vitrine/contract/devices';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDeleteDevice } from '../api/device-mutations.ts';

interface DeleteDeviceDialogProps {
  device?: Device;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDeviceDialog({ device, isOpen, onClose, onDeleted = onClose }: DeleteDeviceDialogProps) {
  const remove = useDeleteDevice({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Device deleted.');
      onDeleted();
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen && device !== undefined}
      onClose={onClose}
      onConfirm={() => device && remove.mutate(device._id)}
      title={`Delete “${device?.name ?? ''}”?`}
      consequence={`Screen ${device?.deviceId ?? ''} stops showing your playlists. You can add it again later. Albums and playlists are kept.`}
      confirmLabel="Delete device"
      isBusy={remove.isPending}
    />
  );
}
