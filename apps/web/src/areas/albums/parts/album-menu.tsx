import type { Album } from '@vitrine/contract/albums';
import { useDialog, useOverlay } from '../../../lib/use-overlay.ts';
import { MoreIcon, PlayIcon, ShareIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { useZipDownload } from '../../media/api/media-mutations.ts';

/** What is done with an album as a whole. */
export function AlbumActionsMenu({ album }: { album: Album }) {
  const overlay = useOverlay();
  const dialog = useDialog();
  const zip = useZipDownload(album._id);
  return (
    <Menu trigger={<IconButton label="Album actions" icon={<MoreIcon />} />}>
      <MenuItem icon={<PlayIcon size={18} />} onSelect={() => void overlay.show({ mediaIndex: 0, slideshow: true })}>
        Slideshow
      </MenuItem>
      <MenuItem icon={<DownloadIcon size={18} />} onSelect={() => void zip()}>
        Download all
      </MenuItem>
      {album.abilities.share && (
        <MenuItem icon={<ShareIcon size={18} />} onSelect={() => dialog.open('share', album._id)}>
          Share
        </MenuItem>
      )}
    </Menu>
  );
}
