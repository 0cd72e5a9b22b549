import { messageOf } from '../../../lib/app-error.ts';
import { countOf } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDeleteDevices } from '../api/many-devices.ts';
import { outcomeWords, type Said } from '../many-words.ts';

interface DeleteDevicesDialogProps {
  isOpen: boolean;
  onClose: () => void;
  deviceIds: readonly string[];
  onDone: (said: Said) => void;
}

export function DeleteDevicesDialog({ isOpen, onClose, deviceIds, onDone }: DeleteDevicesDialogProps) {
  const remove = useDeleteDevices({
    onSuccess: (outcomes) => onDone(outcomeWords((count) => `${count} deleted`, outcomes)),
    onError: (error) => toast.error(messageOf(error)),
  });
  const count = countOf(deviceIds.length, 'device');
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => !remove.isPending && remove.mutate(deviceIds)}
      title={`Delete ${count}?`}
      consequence="Their screens stop showing your playlists and wait to be added again. Albums and playlists stay."
      confirmLabel={`Delete ${count}`}
      isBusy={remove.isPending}
    />
  );
}
