import { useDialog } from '../../../lib/use-overlay.ts';
import { useZipDownload } from '../api/use-zip-download.ts';
import type { MediaSelection } from '../use-selection.ts';
import { MediaSelectionActions } from './selection-bar.tsx';

interface MediaSelectionBarProps {
  albumId: string;
  selection: MediaSelection;
  total: number;
  canArrange: boolean;
}

export function MediaSelectionBar({ albumId, selection, total, canArrange }: MediaSelectionBarProps) {
  const dialog = useDialog();
  const zip = useZipDownload(albumId);
  return (
    <MediaSelectionActions
      count={selection.ids.size}
      total={total}
      canArrange={canArrange}
      onAll={() => void selection.all()}
      onClear={selection.clear}
      onCopy={() => dialog.open('copy')}
      onMove={() => dialog.open('move')}
      onDelete={() => dialog.open('delete')}
      onDownload={() => void zip(selection.inOrder())}
    />
  );
}
