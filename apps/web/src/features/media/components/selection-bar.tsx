import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import styles from './selection-bar.module.css';

/** Takes the toolbar's place while something is selected. */
export function SelectionBar({ count, onClear, onDelete }: { count: number; onClear: () => void; onDelete: () => void }) {
  return (
    <div className={styles.bar}>
      <Toolbar label="Selection">
        <IconButton label="Clear selection" icon={<CloseIcon />} onClick={onClear} />
        <output className={styles.count}>{count} selected</output>
        <Button icon={<TrashIcon size={18} />} onClick={onDelete}>
          Delete
        </Button>
      </Toolbar>
    </div>
  );
}
