import type { Media } from '@vitrine/contract/media';
import { LinkIcon, PlayIcon, PlaylistIcon, RotateLeftIcon, RotateRightIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { DownloadIcon, ImageIcon, InfoIcon } from '../../../ui/icons.tsx';
import { MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import type { PreviewBarProps } from './preview-bar.tsx';

interface PreviewMenuProps extends PreviewBarProps {
  media: Media;
  /** Also what has a button of its own where there is room. */
  isWhole: boolean;
}

export function PreviewMenu({ media, isWhole, actions, ...rest }: PreviewMenuProps) {
  return (
    <>
      {isWhole && <NarrowItems media={media} actions={actions} {...rest} />}
      {actions.onCopyLink && (
        <MenuItem icon={<LinkIcon size={18} />} onSelect={() => actions.onCopyLink?.(media)}>
          Copy link
        </MenuItem>
      )}
      {actions.onAddToPlaylist && (
        <MenuItem icon={<PlaylistIcon size={18} />} onSelect={actions.onAddToPlaylist}>
          Add album to playlist
        </MenuItem>
      )}
      {isWhole && actions.canDelete && (
        <>
          <MenuDivider />
          <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => actions.onDelete(media)}>
            Delete
          </MenuItem>
        </>
      )}
    </>
  );
}

function NarrowItems({ media, actions, canTurn, rotation, onDetails, onSlideshow }: Omit<PreviewMenuProps, 'isWhole'>) {
  return (
    <>
      <MenuItem icon={<PlayIcon size={18} />} onSelect={onSlideshow}>
        Slideshow
      </MenuItem>
      <MenuItem icon={<InfoIcon size={18} />} onSelect={onDetails}>
        Details
      </MenuItem>
      {canTurn && (
        <>
          <MenuItem icon={<RotateLeftIcon size={18} />} onSelect={() => rotation.turn(media, -90)}>
            Rotate left
          </MenuItem>
          <MenuItem icon={<RotateRightIcon size={18} />} onSelect={() => rotation.turn(media, 90)}>
            Rotate right
          </MenuItem>
        </>
      )}
      {actions.onDownload && (
        <>
          <MenuDivider />
          <MenuItem icon={<DownloadIcon size={18} />} onSelect={() => actions.onDownload?.(media)}>
            Download
          </MenuItem>
        </>
      )}
      {media.kind === 'image' && actions.onPoster && (
        <MenuItem icon={<ImageIcon size={18} />} onSelect={() => actions.onPoster?.(media)}>
          Create Poster
        </MenuItem>
      )}
    </>
  );
}
