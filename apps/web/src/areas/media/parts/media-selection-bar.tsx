import type { ReactNode } from 'react';
import { useDialog } from '../../../lib/use-overlay.ts';
import { FolderIcon, MoreIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CheckIcon, CopyIcon, DownloadIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { SelectionRow } from '../../../ui/toolbar.tsx';
import { useIsPhone } from '../../../ui/use-media-query.ts';
import { useZipDownload } from '../api/media-mutations.ts';
import type { MediaSelection } from '../use-selection.ts';

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

interface SelectionBarProps {
  count: number;
  total: number;
  /** True for users who may move and delete media of the album. */
  canArrange: boolean;
  onAll: () => void;
  onClear: () => void;
  onCopy: () => void;
  onMove: () => void;
  onDelete: () => void;
  onDownload: () => void;
}

/** Replaces the toolbar while media are selected. */
function MediaSelectionActions(props: SelectionBarProps) {
  const isPhone = useIsPhone();
  return (
    <SelectionRow count={props.count} onClear={props.onClear}>
      {isPhone ? <PhoneActions {...props} /> : <DesktopActions {...props} />}
    </SelectionRow>
  );
}

interface SelectionAction {
  label: string;
  icon: ReactNode;
  onSelect: () => void;
}

const createCopyAction = ({ onCopy }: SelectionBarProps): SelectionAction => ({
  label: 'Copy',
  icon: <CopyIcon size={18} />,
  onSelect: onCopy,
});
const createMoveAction = ({ onMove }: SelectionBarProps): SelectionAction => ({
  label: 'Move',
  icon: <FolderIcon size={18} />,
  onSelect: onMove,
});
const createDownloadAction = ({ onDownload }: SelectionBarProps): SelectionAction => ({
  label: 'Download',
  icon: <DownloadIcon size={18} />,
  onSelect: onDownload,
});
const createDeleteAction = ({ onDelete }: SelectionBarProps): SelectionAction => ({
  label: 'Delete',
  icon: <TrashIcon size={18} />,
  onSelect: onDelete,
});

function DesktopActions(props: SelectionBarProps) {
  const actions = props.canArrange
    ? [createCopyAction(props), createMoveAction(props), createDownloadAction(props), createDeleteAction(props)]
    : [createCopyAction(props), createDownloadAction(props)];
  return (
    <>
      {props.count < props.total && (
        <Button kind="quiet" onClick={props.onAll}>
          Select all {props.total}
        </Button>
      )}
      {actions.map(({ label, icon, onSelect }) => (
        <Button key={label} icon={icon} onClick={onSelect}>
          {label}
        </Button>
      ))}
    </>
  );
}

/** Icons instead of labels, with less frequent actions in a menu, so that all fit in one row. */
function PhoneActions(props: SelectionBarProps) {
  const actions = props.canArrange
    ? [createCopyAction(props), createDownloadAction(props), createDeleteAction(props)]
    : [createCopyAction(props), createDownloadAction(props)];
  const canSelectAll = props.count < props.total;
  return (
    <>
      {actions.map(({ label, icon, onSelect }) => (
        <IconButton key={label} label={label} icon={icon} onClick={onSelect} />
      ))}
      {(canSelectAll || props.canArrange) && (
        <Menu trigger={<IconButton label="More actions" icon={<MoreIcon />} />}>
          {canSelectAll && (
            <MenuItem icon={<CheckIcon size={18} />} onSelect={props.onAll}>
              Select all {props.total}
            </MenuItem>
          )}
          {props.canArrange && (
            <MenuItem icon={<FolderIcon size={18} />} onSelect={props.onMove}>
              Move to album
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  );
}
