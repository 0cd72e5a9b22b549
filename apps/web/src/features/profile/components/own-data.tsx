import { messageOf } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useExportAccount } from '../api/profile-mutations.ts';

export function OwnData({ onDelete }: { onDelete: () => void }) {
  const take = useExportAccount({
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Panel
      title="Your data"
      note="Download a copy of your data, or delete your account and everything in it."
      actions={
        <>
          <Button icon={<DownloadIcon size={18} />} isLoading={take.isPending} onClick={() => take.mutate()}>
            Export my data
          </Button>
          <Button kind="danger" onClick={onDelete}>
            Delete account
          </Button>
        </>
      }
    />
  );
}
