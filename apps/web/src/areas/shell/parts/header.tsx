import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useIsDownloading } from '../../../lib/downloads.ts';
import { useBrand } from '../../../lib/platform.ts';
import { isAdministrator, type Session, useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import {
  AlbumIcon,
  FamilyIcon,
  MenuIcon,
  PlaylistIcon,
  PlusIcon,
  ScreenIcon,
  SidebarIcon,
  SlideIcon,
  UploadIcon,
} from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Text, VisuallyHidden } from '../../../ui/text.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { userOptions } from '../../accounts/api/accounts.ts';
import { useOwnFamilies } from '../../families/api/families.ts';
import { NotificationBell } from '../../notifications/parts/notification-bell.tsx';
import { UploadIndicator } from '../../uploads/parts/upload-dock.tsx';
import { getSideMenu } from '../side-menu.ts';
import styles from './header.module.css';
import { ProfileMenu } from './profile-menu.tsx';

/** Loaded for administrators only. */
const SearchDialog = lazy(() => import('../../console/parts/search-dialog.tsx').then((file) => ({ default: file.SearchDialog })));

export function Header({ isDrawerOpen, onToggleDrawer }: { isDrawerOpen: boolean; onToggleDrawer: () => void }) {
  const session = useSession();
  const brand = useBrand();
  const dialog = useDialog();
  return (
    <header className={styles.header}>
      <IconButton className={styles.menu} label="Menu" icon={<MenuIcon />} onClick={() => dialog.open('menu')} />
      {/* Administrators cannot collapse the drawer. */}
      {!isAdministrator(session) && (
        <IconButton
          className={styles.toggle}
          label={isDrawerOpen ? 'Collapse menu' : 'Expand menu'}
          aria-expanded={isDrawerOpen}
          icon={<SidebarIcon />}
          onClick={onToggleDrawer}
        />
      )}
      <Link to="/" className={styles.home} aria-label={`${brand.name}, home`}>
        <Logo {...brand} />
      </Link>
      <FamilyChip />
      <div className={styles.side}>
        {session && isAdministrator(session) && <ConsoleSearch session={session} />}
        <UploadIndicator />
        <DownloadIndicator />
        <AddNewMenu />
        {session && <NotificationBell userId={session.userId} />}
        <ProfileMenu />
      </div>
    </header>
  );
}

/** Search in the console and in the pages of the administrator's menu. */
function ConsoleSearch({ session }: { session: Session }) {
  const { data: user } = useQuery(userOptions(session.userId));
  const pages = getSideMenu({ ...session, isOwn: true, hasFamily: false, isMenuHidden: user?.showMenu === 0 });
  return (
    <Suspense>
      <SearchDialog pages={pages} />
    </Suspense>
  );
}

/** Menu of users without a staff role (specification 1 §2.2). Each entry opens a page with a dialog. */
function AddNewMenu() {
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
      <MenuItem icon={<SlideIcon size={18} />} onSelect={() => void navigate({ to: '/main/widget' })}>
        Slide, widget or page
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

function DownloadIndicator() {
  if (!useIsDownloading()) return null;
  return (
    <output className={styles.indicator} data-indicator>
      <Spinner size={16} />
      <span className={styles.indicatorText}>Download in progress...</span>
    </output>
  );
}

/** Name of the family while the user works in the family account. */
function FamilyChip() {
  const { orgId } = useAccountInView();
  const name = useOwnFamilies().find(({ id }) => id === orgId)?.name;
  if (!name) return null;
  return (
    <Link to="/main/family" className={styles.chip} title={`Family account: ${name}`} data-family-chip="">
      <FamilyIcon size={18} />
      <Text as="span" breaks="never">
        <VisuallyHidden>Family: </VisuallyHidden>
        {name}
      </Text>
    </Link>
  );
}
