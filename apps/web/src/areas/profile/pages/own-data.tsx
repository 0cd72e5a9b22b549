import { Button } from '../../../ui/button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';

export function AccountDataPanel({ onExport, onDelete }: { onExport: () => void; onDelete: () => void }) {
  return (
    <Panel
      title="Your data"
      note="Download a copy of your data or delete your account and everything in it."
      actions={
        <>
          <Button icon={<DownloadIcon size={18} />} onClick={onExport}>
            Export data
          </Button>
          <Button kind="danger" onClick={onDelete}>
            Delete account
          </Button>
        </>
      }
    />
  );
}
