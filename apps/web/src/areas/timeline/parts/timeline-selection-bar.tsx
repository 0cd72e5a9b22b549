import { LIMITS } from '@vitrine/contract/limits';
import { useDialog } from '../../../lib/use-overlay.ts';
import { ClockIcon, HeartIcon, PlusIcon, ShareIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { useZipDownload } from '../../media/api/media-mutations.ts';
import { type SelectionAction, SelectionActionsBar } from '../../media/parts/media-selection-bar.tsx';
import type { TimelineFavourites } from '../use-timeline-favourites.ts';
import type { TimelineSelection } from '../use-timeline-selection.ts';
import { TIMELINE_DIALOGS } from './timeline-dialogs.tsx';

interface TimelineSelectionBarProps {
  selection: TimelineSelection;
  favourites: TimelineFavourites;
  total: number;
  /** False for administrators, who view the timeline of another account. */
  canEdit: boolean;
}

/** Actions on the selected photos, which may be in several albums. */
export function TimelineSelectionBar({ selection, favourites, total, canEdit }: TimelineSelectionBarProps) {
  const dialog = useDialog();
  const zip = useZipDownload(undefined);
  const ids = selection.inOrder();
  const areFavourites = ids.every((id) => favourites.has(id));
  const download: SelectionAction = { label: 'Download', icon: <DownloadIcon size={18} />, onSelect: () => void zip(ids), isRare: canEdit };
  const editing: SelectionAction[] = [
    { label: 'Add to album', icon: <PlusIcon size={18} />, onSelect: () => dialog.open(TIMELINE_DIALOGS.add) },
    { label: 'Share', icon: <ShareIcon size={18} />, onSelect: () => dialog.open(TIMELINE_DIALOGS.share) },
    {
      label: areFavourites ? 'Unfavorite' : 'Favorite',
      menuLabel: areFavourites ? 'Remove from favorites' : 'Add to favorites',
      icon: <HeartIcon size={18} fill={areFavourites ? 'currentColor' : 'none'} />,
      onSelect: () => favourites.mark(ids, !areFavourites),
      isRare: true,
    },
    {
      label: 'Time on screens',
      icon: <ClockIcon size={18} />,
      onSelect: () => dialog.open(TIMELINE_DIALOGS.times),
      isRare: true,
    },
    download,
    { label: 'Delete', icon: <TrashIcon size={18} />, onSelect: () => dialog.open(TIMELINE_DIALOGS.delete) },
  ];
  return (
    <SelectionActionsBar
      count={ids.length}
      selectAll={
        ids.length < Math.min(total, LIMITS.mediaPerCall) && { label: getSelectAllLabel(total), onSelect: () => void selection.all() }
      }
      actions={canEdit ? editing : [download]}
      onClear={selection.clear}
    />
  );
}

const getSelectAllLabel = (total: number): string =>
  total > LIMITS.mediaPerCall
    ? `Select the newest ${LIMITS.mediaPerCall.toLocaleString('en-US')}`
    : `Select all ${total.toLocaleString('en-US')}`;
