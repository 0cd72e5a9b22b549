import { Link } from '@tanstack/react-router';
import { UploadIndicator } from '../../features/uploads/components/upload-indicator.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SidebarIcon } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';
import { AddNewMenu } from './add-new-menu.tsx';
import styles from './header.module.css';
import { ProfileMenu } from './profile-menu.tsx';

export function Header({ isDrawerOpen, onToggleDrawer }: { isDrawerOpen: boolean; onToggleDrawer: () => void }) {
  return (
    <header className={styles.header}>
      <IconButton
        className={styles.toggle}
        label={isDrawerOpen ? 'Collapse menu' : 'Expand menu'}
        aria-expanded={isDrawerOpen}
        icon={<SidebarIcon />}
        onClick={onToggleDrawer}
      />
      <Link to="/" className={styles.home} aria-label="Vitrine, home">
        <Logo />
      </Link>
      <div className={styles.side}>
        <UploadIndicator />
        <AddNewMenu />
        <ProfileMenu />
      </div>
    </header>
  );
}
