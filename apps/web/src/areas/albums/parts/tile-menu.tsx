import { useNavigate } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import { isDrawn } from '@vitrine/contract/media-kinds';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { saveUrl } from '../../../lib/downloads.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { AlbumIcon, ChevronUpIcon, ClockIcon, FolderIcon, HeartIcon, PencilIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { ChevronDownIcon, CopyIcon, DownloadIcon, InfoIcon } from '../../../ui/icons.tsx';
import { MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { getDownloadUrl } from '../../media/api/media.ts';
import { SCREEN_TIMES_DIALOG } from '../../media/parts/screen-times-dialog.tsx';
import { TAKEN_DATE_DIALOG } from '../../media/parts/taken-date-dialog.tsx';
import { useSetAlbumCover } from '../api/albums.ts';

interface TileMenuProps {
  media: Media;
  index: number;
  count: number;
  can: { add: boolean; arrange: boolean; order: boolean; edit: boolean };
  /** Undefined when favorites are not available. */
  isFavourite: boolean | undefined;
  onFavourite: () => void;
  onDetails: () => void;
  /** Before the tile that is now at this place. */
  onPlace: (place: number) => void;
}

/** All that can be done with one media; also the way to another place for those who cannot drag. */
export function TileMenu({ media, index, count, can, isFavourite, onFavourite, onDetails, onPlace }: TileMenuProps) {
  const dialog = useDialog();
  const navigate = useNavigate();
  const cover = useSetAlbumCover(media.albumId, {
    onSuccess: () => {
      toast.success('Album cover updated.');
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <>
      <MenuItem icon={<InfoIcon size={18} />} onSelect={onDetails}>
        {can.edit ? 'Details and caption' : 'View details'}
      </MenuItem>
      {isFavourite !== undefined && (
        <MenuItem icon={<HeartIcon size={18} fill={isFavourite ? 'currentColor' : 'none'} />} onSelect={onFavourite}>
          {isFavourite ? 'Remove from favorites' : 'Add to favorites'}
        </MenuItem>
      )}
      {can.edit && isDrawn(media) && (
        <MenuItem icon={<PencilIcon size={18} />} onSelect={() => void navigate({ to: '/main/widget', search: { mediaId: media._id } })}>
          Edit content
        </MenuItem>
      )}
      {can.edit && !isDrawn(media) && (
        <MenuItem icon={<ClockIcon size={18} />} onSelect={() => dialog.open(TAKEN_DATE_DIALOG, media._id)}>
          Change date taken
        </MenuItem>
      )}
      {can.edit && (
        <MenuItem icon={<ClockIcon size={18} />} onSelect={() => dialog.open(SCREEN_TIMES_DIALOG, media._id)}>
          Time on screens
        </MenuItem>
      )}
      <MenuItem icon={<DownloadIcon size={18} />} onSelect={() => saveUrl(getDownloadUrl(media.mediaFile.key), media.name)}>
        Download
      </MenuItem>
      {can.add && (
        <MenuItem icon={<CopyIcon size={18} />} onSelect={() => dialog.open('copy', media._id)}>
          Copy to album
        </MenuItem>
      )}
      {can.arrange && (
        <>
          <MenuItem icon={<FolderIcon size={18} />} onSelect={() => dialog.open('move', media._id)}>
            Move to album
          </MenuItem>
          {(media.kind === 'image' || media.kind === 'document') && (
            <MenuItem icon={<AlbumIcon size={18} />} onSelect={() => cover.mutate(media.mediaFile.key)}>
              Use as cover
            </MenuItem>
          )}
        </>
      )}
      {can.order && count > 1 && (
        <>
          <MenuDivider />
          {index > 0 && <MoveMenuItem label="Move to the start" isUp onSelect={() => onPlace(0)} />}
          {index > 0 && <MoveMenuItem label="Move earlier" isUp onSelect={() => onPlace(index - 1)} />}
          {index < count - 1 && <MoveMenuItem label="Move later" onSelect={() => onPlace(index + 2)} />}
          {index < count - 1 && <MoveMenuItem label="Move to the end" onSelect={() => onPlace(count)} />}
        </>
      )}
      {can.arrange && (
        <>
          <MenuDivider />
          <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => dialog.open('delete', media._id)}>
            Delete
          </MenuItem>
        </>
      )}
    </>
  );
}

function MoveMenuItem({ label, isUp = false, onSelect }: { label: string; isUp?: boolean; onSelect: () => void }) {
  return (
    <MenuItem icon={isUp ? <ChevronUpIcon size={18} /> : <ChevronDownIcon size={18} />} onSelect={onSelect}>
      {label}
    </MenuItem>
  );
}
