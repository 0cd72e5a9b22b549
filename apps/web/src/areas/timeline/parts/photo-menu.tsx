import { useNavigate } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import { saveUrl } from '../../../lib/downloads.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { AlbumIcon, ClockIcon, HeartIcon, PlusIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { CheckIcon, DownloadIcon } from '../../../ui/icons.tsx';
import { MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { getDownloadUrl } from '../../media/api/media.ts';
import { formatLongDay } from '../../media/capture-labels.ts';
import { TAKEN_DATE_DIALOG } from '../../media/parts/taken-date-dialog.tsx';
import type { TimelineFavourites } from '../use-timeline-favourites.ts';
import type { TimelineSelection } from '../use-timeline-selection.ts';
import { TIMELINE_DIALOGS } from './timeline-dialogs.tsx';

interface PhotoMenuProps {
  media: Media;
  selection: TimelineSelection;
  favourites: TimelineFavourites;
  /** False for administrators, who view the timeline of another account. */
  canEdit: boolean;
}

/** Actions on one photo of the timeline. */
export function PhotoMenu({ media, selection, favourites, canEdit }: PhotoMenuProps) {
  const navigate = useNavigate();
  const dialog = useDialog();
  const { _id, albumId, name, mediaFile } = media;
  const day = (media.takenAt ?? media.createdAt).slice(0, 10);
  const isFavourite = favourites.has(_id);
  return (
    <>
      <MenuItem icon={<CheckIcon size={18} />} onSelect={() => void selection.pick(_id, false)}>
        {selection.ids.has(_id) ? 'Deselect' : 'Select'}
      </MenuItem>
      <MenuItem icon={<CheckIcon size={18} />} onSelect={() => void selection.togglePeriod(day)}>
        {`${selection.isPeriodSelected(day) ? 'Deselect' : 'Select'} ${formatLongDay(day)}`}
      </MenuItem>
      <MenuDivider />
      {canEdit && (
        <>
          <MenuItem icon={<HeartIcon size={18} fill={isFavourite ? 'currentColor' : 'none'} />} onSelect={() => favourites.toggle(_id)}>
            {isFavourite ? 'Remove from favorites' : 'Add to favorites'}
          </MenuItem>
          <MenuItem icon={<PlusIcon size={18} />} onSelect={() => dialog.open(TIMELINE_DIALOGS.add, _id)}>
            Add to album
          </MenuItem>
          <MenuItem icon={<ClockIcon size={18} />} onSelect={() => dialog.open(TAKEN_DATE_DIALOG, _id)}>
            Change date taken
          </MenuItem>
          <MenuItem icon={<ClockIcon size={18} />} onSelect={() => dialog.open(TIMELINE_DIALOGS.times, _id)}>
            Time on screens
          </MenuItem>
        </>
      )}
      <MenuItem icon={<AlbumIcon size={18} />} onSelect={() => void navigate({ to: '/main/media', search: { albumId } })}>
        Show in album
      </MenuItem>
      <MenuItem icon={<DownloadIcon size={18} />} onSelect={() => saveUrl(getDownloadUrl(mediaFile.key), name)}>
        Download
      </MenuItem>
      {canEdit && (
        <>
          <MenuDivider />
          <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => dialog.open(TIMELINE_DIALOGS.delete, _id)}>
            Delete
          </MenuItem>
        </>
      )}
    </>
  );
}
