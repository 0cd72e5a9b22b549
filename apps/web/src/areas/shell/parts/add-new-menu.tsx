import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../lib/session.ts';
import { AlbumIcon, PlaylistIcon, PlusIcon, ScreenIcon, UploadIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import styles from './header.module.css';

/** Shown only to the role user (specification 1 §2.2). Each entry is an address with its dialog up. */
export function AddNewMenu() {
  const navigate = useNavigate();
  const isUser = useSession()?.role === 'user';
  if (!isUser) return null;
  const state = { isOverlay: true };
  return (
    <Menu
      trigger={
        <Button icon={<PlusIcon size={18} />} className={styles.addNew}>
          <span>Add New</span>
        </Button>
      }
    >
      <MenuItem icon={<UploadIcon size={18} />} onSelect={() => void navigate({ to: '/main', search: { dialog: 'upload' }, state })}>
        Upload media
      </MenuItem>
      <MenuItem icon={<AlbumIcon size={18} />} onSelect={() => void navigate({ to: '/main', search: { dialog: 'create' }, state })}>
        Create new album
      </MenuItem>
      <MenuItem icon={<ScreenIcon size={18} />} onSelect={() => void navigate({ to: '/main/device', search: { dialog: 'add' }, state })}>
        Device
      </MenuItem>
      <MenuItem
        icon={<PlaylistIcon size={18} />}
        onSelect={() => void navigate({ to: '/main/playlist', search: { dialog: 'create' }, state })}
      >
        Playlist
      </MenuItem>
    </Menu>
  );
}
