import { getErrorMessage } from '../../../lib/app-error.ts';
import { PasswordDialog } from '../../accounts/parts/password-dialog.tsx';
import { useExportAccount } from '../api/profile-mutations.ts';

export function ExportAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const take = useExportAccount({ onSuccess: onClose });
  return (
    <PasswordDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Export your data"
      description="Download a file with the data we store about you, your albums and your screens. Keep it in a safe place."
      submitLabel="Export"
      isSubmitting={take.isPending}
      failure={take.error ? getErrorMessage(take.error) : undefined}
      onSubmit={(password) => take.mutate(password)}
    />
  );
}
