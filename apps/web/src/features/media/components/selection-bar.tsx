import { FolderIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon, CopyIcon, DownloadIcon } from '../../../ui/icons.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  count: number;
  total: number;
  /** Moving and deleting is for those who arrange the album. */
  canArrange: boolean;
  onAll: () => void;
  onClear: () => void;
  onCopy: () => void;
  onMove: () => void;
  onDelete: () => void;
  onDownload: () => void;
}

/** Takes the toolbar's place while something is selected. */
export function SelectionBar({ count, total, canArrange, onAll, onClear, onCopy, onMove, onDelete, onDownload }: SelectionBarProps) {
  return (
    <div className={styles.bar}>
      <Toolbar label="Selection">
        <IconButton label="Clear selection" icon={<CloseIcon />} onClick={onClear} />
        <output className={styles.count}>{count} selected</output>
        {count < total && (
          <Button kind="quiet" onClick={onAll}>
            Select all {total}
          </Button>
        )}
        <Button icon={<CopyIcon size={18} />} onClick={onCopy}>
          Copy
        </Button>
        {canArrange && (
          <Button icon={<FolderIcon size={18} />} onClick={onMove}>
            Move
          </Button>
        )}
        <Button icon={<DownloadIcon size={18} />} onClick={onDownload}>
          Download
        </Button>
        {canArrange && (
          <Button icon={<TrashIcon size={18} />} onClick={onDelete}>
            Delete
          </Button>
        )}
      </Toolbar>
    </div>
  );
}
