import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDeleteDevices } from '../api/bulk-devices.ts';
import { type BulkResult, getBulkResult } from '../bulk-result-messages.ts';

interface DeleteDevicesDialogProps {
  isOpen: boolean;
  onClose: () => void;
  deviceIds: readonly string[];
  onDone: (said: BulkResult) => void;
}

export function DeleteDevicesDialog({ isOpen, onClose, deviceIds, onDone }: DeleteDevicesDialogProps) {
  const remove = useDeleteDevices({
    onSuccess: (outcomes) => onDone(getBulkResult((count) => `${count} deleted`, outcomes)),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const count = formatCount(deviceIds.length, 'device');
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => !remove.isPending && remove.mutate(deviceIds)}
      title={`Delete ${count}?`}
      consequence="The screens stop showing your playlists. You can add them again later. Albums and playlists are kept."
      confirmLabel={`Delete ${count}`}
      isBusy={remove.isPending}
    />
  );
}
