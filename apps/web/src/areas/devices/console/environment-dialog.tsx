import type { Environment, RegisterEntry } from '@vitrine/contract/console-devices';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useSetEnvironment } from './api/console-device-mutations.ts';

interface EnvironmentDialogProps {
  entry: RegisterEntry | undefined;
  to: Environment | undefined;
  onClose: () => void;
}

/** Before a screen is put into another environment: which updates it gets then. */
export function EnvironmentDialog({ entry, to, onClose }: EnvironmentDialogProps) {
  const change = useSetEnvironment({
    ...messageToasts,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={entry !== undefined && to !== undefined && entry.environment !== to}
      onClose={onClose}
      onConfirm={() => entry && to && !change.isPending && change.mutate({ entry, to })}
      title={`Move ${entry?.deviceId ?? ''} from ${entry?.environment ?? ''} to ${to ?? ''}?`}
      consequence={`${entry?.ownerName ? `Owner: ${entry.ownerName}. ` : ''}The screen will receive staged updates for ${to ?? ''} instead of ${entry?.environment ?? ''}. What it plays doesn’t change.`}
      confirmLabel="Move screen"
      isBusy={change.isPending}
    />
  );
}
