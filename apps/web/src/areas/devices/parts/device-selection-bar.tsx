import type { ReactNode } from 'react';
import { CastIcon, ClockIcon, FolderIcon, MoreIcon, PlaylistIcon, SlidersIcon, TagIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CheckIcon, RetryIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { SelectionRow } from '../../../ui/toolbar.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { getSelectionLabel } from '../bulk-result-messages.ts';

interface DeviceSelectionBarProps {
  count: number;
  total: number;
  isFiltered: boolean;
  isReloading: boolean;
  /** True when there is a family to move to or from. */
  canMove: boolean;
  onAll: () => void;
  onClear: () => void;
  onPublish: () => void;
  onReload: () => void;
  onSchedule: () => void;
  onRemove: () => void;
  onSettings: () => void;
  onTag: () => void;
  onMove: () => void;
  onDelete: () => void;
}

interface SelectionAction {
  label: string;
  icon: ReactNode;
  onSelect: () => void;
  isBusy?: boolean;
}

/** Width at which buttons have labels. */
const WIDE = '(min-width: 1400px)';

/** Takes the toolbar's place while something is selected. */
export function DeviceSelectionBar(props: DeviceSelectionBarProps) {
  const { count, total, isFiltered, onClear, onAll } = props;
  const isWide = useMediaQuery(WIDE);
  const acts: SelectionAction[] = [
    { label: 'Publish', icon: <CastIcon size={18} />, onSelect: props.onPublish },
    { label: 'Reload', icon: <RetryIcon size={18} />, onSelect: props.onReload, isBusy: props.isReloading },
    { label: 'Schedule', icon: <ClockIcon size={18} />, onSelect: props.onSchedule },
    { label: 'Remove playlist', icon: <PlaylistIcon size={18} />, onSelect: props.onRemove },
    { label: 'Settings', icon: <SlidersIcon size={18} />, onSelect: props.onSettings },
    { label: 'Tag', icon: <TagIcon size={18} />, onSelect: props.onTag },
    ...(props.canMove ? [{ label: 'Move', icon: <FolderIcon size={18} />, onSelect: props.onMove }] : []),
    { label: 'Delete', icon: <TrashIcon size={18} />, onSelect: props.onDelete },
  ];
  const all = count < total ? `Select all ${total.toLocaleString('en-US')}${isFiltered ? ' results' : ''}` : undefined;
  return (
    <SelectionRow count={count} words={getSelectionLabel(count, total, isFiltered)} onClear={onClear}>
      {isWide ? <WideActions acts={acts} all={all} onAll={onAll} /> : <NarrowActions acts={acts} all={all} onAll={onAll} />}
    </SelectionRow>
  );
}

interface ActsProps {
  acts: SelectionAction[];
  all: string | undefined;
  onAll: () => void;
}

const WideActions = ({ acts, all, onAll }: ActsProps) => (
  <>
    {all && (
      <Button kind="quiet" onClick={onAll}>
        {all}
      </Button>
    )}
    {acts.map(({ label, icon, onSelect, isBusy }) => (
      <Button key={label} icon={icon} onClick={onSelect} isLoading={isBusy}>
        {label}
      </Button>
    ))}
  </>
);

/** Signs for what is needed most, and the rest in a menu: one row has no room for more. */
const NarrowActions = ({ acts, all, onAll }: ActsProps) => (
  <>
    {acts.slice(0, 2).map(({ label, icon, onSelect, isBusy }) => (
      <IconButton key={label} label={label} icon={icon} onClick={onSelect} disabled={isBusy} />
    ))}
    <Menu trigger={<IconButton label="More actions" icon={<MoreIcon />} />}>
      {all && (
        <MenuItem icon={<CheckIcon size={18} />} onSelect={onAll}>
          {all}
        </MenuItem>
      )}
      {acts.slice(2).map(({ label, icon, onSelect }) => (
        <MenuItem key={label} icon={icon} isDanger={label === 'Delete'} onSelect={onSelect}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  </>
);
