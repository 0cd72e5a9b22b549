import type { ReactNode } from 'react';
import { useDialog } from '../../../lib/use-overlay.ts';
import { ClockIcon, FolderIcon, MoreIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CheckIcon, CopyIcon, DownloadIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { SelectionRow } from '../../../ui/toolbar.tsx';
import { useIsPhone, useMediaQuery } from '../../../ui/use-media-query.ts';
import { useZipDownload } from '../api/media-mutations.ts';
import type { MediaSelection } from '../use-selection.ts';
import { SCREEN_TIMES_DIALOG } from './screen-times-dialog.tsx';

interface MediaSelectionBarProps {
  albumId: string;
  selection: MediaSelection;
  total: number;
  canArrange: boolean;
}

export function MediaSelectionBar({ albumId, selection, total, canArrange }: MediaSelectionBarProps) {
  const dialog = useDialog();
  const zip = useZipDownload(albumId);
  const download = () => void zip(selection.inOrder());
  const actions: (SelectionAction | false)[] = [
    { label: 'Copy', icon: <CopyIcon size={18} />, onSelect: () => dialog.open('copy') },
    canArrange && {
      label: 'Move',
      menuLabel: 'Move to album',
      icon: <FolderIcon size={18} />,
      onSelect: () => dialog.open('move'),
      isRare: true,
    },
    canArrange && {
      label: 'Time on screens',
      icon: <ClockIcon size={18} />,
      onSelect: () => dialog.open(SCREEN_TIMES_DIALOG),
      isRare: true,
    },
    { label: 'Download', icon: <DownloadIcon size={18} />, onSelect: download },
    canArrange && { label: 'Delete', icon: <TrashIcon size={18} />, onSelect: () => dialog.open('delete') },
  ];
  return (
    <SelectionActionsBar
      count={selection.ids.size}
      selectAll={selection.ids.size < total && { label: `Select all ${total}`, onSelect: () => void selection.all() }}
      actions={actions.filter((action) => action !== false)}
      onClear={selection.clear}
    />
  );
}

export interface SelectionAction {
  label: string;
  /** Longer label for menus, where there is space. */
  menuLabel?: string;
  icon: ReactNode;
  onSelect: () => void;
  /** True for less frequent actions, which are in a menu on narrow screens. */
  isRare?: boolean;
}

interface SelectionActionsBarProps {
  count: number;
  /** Action that selects more of the list; false when everything is selected. */
  selectAll: Pick<SelectionAction, 'label' | 'onSelect'> | false;
  actions: readonly SelectionAction[];
  onClear: () => void;
}

/** Number of labelled actions that fit into one row on every screen that is wider than a phone. */
const FEW_ACTIONS = 4;
/** Width up to which more labelled actions do not fit into one row. */
const NARROW = '(max-width: 1099px)';

/** Replaces the toolbar while media are selected. */
export function SelectionActionsBar({ count, onClear, ...content }: SelectionActionsBarProps) {
  const isTight = useMediaQuery(NARROW) && content.actions.length > FEW_ACTIONS;
  const isNarrow = useIsPhone() || isTight;
  return (
    <SelectionRow count={count} onClear={onClear}>
      {isNarrow ? <CompactActions {...content} /> : <LabelledActions {...content} />}
    </SelectionRow>
  );
}

type ActionsProps = Pick<SelectionActionsBarProps, 'selectAll' | 'actions'>;

function LabelledActions({ selectAll, actions }: ActionsProps) {
  return (
    <>
      {selectAll && (
        <Button kind="quiet" onClick={selectAll.onSelect}>
          {selectAll.label}
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
function CompactActions({ selectAll, actions }: ActionsProps) {
  const rare = actions.filter(({ isRare }) => isRare);
  return (
    <>
      {actions
        .filter(({ isRare }) => !isRare)
        .map(({ label, icon, onSelect }) => (
          <IconButton key={label} label={label} icon={icon} onClick={onSelect} />
        ))}
      {(selectAll || rare.length > 0) && (
        <Menu trigger={<IconButton label="More actions" icon={<MoreIcon />} />}>
          {selectAll && (
            <MenuItem icon={<CheckIcon size={18} />} onSelect={selectAll.onSelect}>
              {selectAll.label}
            </MenuItem>
          )}
          {rare.map(({ label, menuLabel = label, icon, onSelect }) => (
            <MenuItem key={label} icon={icon} onSelect={onSelect}>
              {menuLabel}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
