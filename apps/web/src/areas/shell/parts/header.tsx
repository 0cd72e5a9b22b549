import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useBrand } from '../../../lib/platform.ts';
import { isAdministrator, type Session, useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { MenuIcon, SidebarIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { userOptions } from '../../accounts/api/accounts.ts';
import { NotificationBell } from '../../notifications/parts/notification-bell.tsx';
import { UploadIndicator } from '../../uploads/parts/upload-dock.tsx';
import { getSideMenu } from '../side-menu.ts';
import { AddNewMenu } from './add-new-menu.tsx';
import { DownloadIndicator } from './download-indicator.tsx';
import { FamilyChip } from './family-chip.tsx';
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
      {/* The drawer of an administrator is always open. */}
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
        {session && (
          <NotificationBell
            userId={session.userId}
            allLink={(close) => (
              <Link to="/main/notification" search={{ userId: session.userId }} className={buttonClass('quiet')} onClick={close}>
                View all notifications
              </Link>
            )}
          />
        )}
        <ProfileMenu />
      </div>
    </header>
  );
}

/** Searches the console, and the pages of the administrator's own menu. */
function ConsoleSearch({ session }: { session: Session }) {
  const { data: user } = useQuery(userOptions(session.userId));
  const pages = getSideMenu({ ...session, isOwn: true, hasFamily: false, isMenuHidden: user?.showMenu === 0 });
  return (
    <Suspense>
      <SearchDialog pages={pages} />
    </Suspense>
  );
}
