import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isAdministrator, useSession } from '../../lib/session.ts';
import { AlbumIcon, BellIcon, PersonIcon, PlaylistIcon, ScreenIcon } from '../../ui/icons.tsx';
import styles from './navigation.module.css';
import { StorageNote } from './storage-note.tsx';
import { useAccount } from './use-account.ts';

interface Entry {
  to: LinkProps['to'];
  label: string;
  icon: ReactNode;
  /** Albums live at /main itself, which every other address begins with. */
  isExact?: boolean;
  /** Screens that belong to it by meaning and not by address. */
  also?: string;
}

/** In the order of the specification (1 §2.2); an entry comes with its screen. */
const ACCOUNT: Entry[] = [
  { to: '/main', label: 'Albums', icon: <AlbumIcon />, isExact: true, also: '/main/media' },
  { to: '/main/playlist', label: 'Playlists', icon: <PlaylistIcon />, also: '/main/playlistpreview' },
  { to: '/main/device', label: 'Devices', icon: <ScreenIcon /> },
];
const PERSON: Entry[] = [
  { to: '/main/notification', label: 'Notifications', icon: <BellIcon /> },
  { to: '/main/profile', label: 'Profile', icon: <PersonIcon /> },
];

/** The side drawer: labels beside icons when open, under them when not. On a phone, the bar at the bottom. */
export function Navigation({ pathname, isOpen }: { pathname: string; isOpen: boolean }) {
  const isForAdministrator = isAdministrator(useSession());
  const { userId, isOwn } = useAccount();
  // An administrator has the entries of the account they look at, and otherwise their own few.
  const entries = isForAdministrator && isOwn ? PERSON : [...ACCOUNT, ...PERSON];
  return (
    <nav className={styles.nav} aria-label="Main" data-open={isOpen}>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.label}>
            <Link
              to={entry.to}
              search={{} as never}
              className={styles.link}
              activeProps={{}}
              aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
              data-current={isCurrent(entry, pathname) ? '' : undefined}
            >
              {entry.icon}
              <span>{entry.label}</span>
            </Link>
          </li>
        ))}
      </ul>
      {!isForAdministrator && isOpen && <StorageNote userId={userId} />}
    </nav>
  );
}

function isCurrent({ to, isExact, also }: Entry, pathname: string): boolean {
  const isHere = pathname === to || (!isExact && pathname.startsWith(`${to}/`));
  return isHere || (also !== undefined && pathname.startsWith(also));
}
