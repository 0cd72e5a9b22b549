import { MediaSelectionActions } from '../../../features/media/components/selection-bar.tsx';
import type { MediaSelection } from '../../../features/media/hooks/use-selection.ts';
import { useDialog } from '../../use-overlay.ts';
import { useZipDownload } from './use-zip-download.ts';

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
