import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AlbumIcon, PlaylistIcon, ScreenIcon } from '../../ui/icons.tsx';
import styles from './navigation.module.css';

interface Entry {
  to: LinkProps['to'];
  label: string;
  icon: ReactNode;
  /** Albums live at /main itself, which every other address begins with. */
  isExact?: boolean;
  /** Screens that belong to it by meaning and not by address. */
  also?: string;
}

const ENTRIES: Entry[] = [
  { to: '/main', label: 'Albums', icon: <AlbumIcon />, isExact: true, also: '/main/media' },
  { to: '/main/playlist', label: 'Playlists', icon: <PlaylistIcon />, also: '/main/playlistpreview' },
  { to: '/main/device', label: 'Devices', icon: <ScreenIcon /> },
];

/** The side drawer: labels beside icons when open, under them when not. On a phone, the bar at the bottom. */
export function Navigation({ pathname, isOpen }: { pathname: string; isOpen: boolean }) {
  return (
    <nav className={styles.nav} aria-label="Main" data-open={isOpen}>
      <ul className={styles.list}>
        {ENTRIES.map((entry) => {
          const isHere = entry.isExact ? pathname === entry.to : pathname.startsWith(`${entry.to}/`) || pathname === entry.to;
          const isCurrent = isHere || (entry.also !== undefined && pathname.startsWith(entry.also));
          return (
            <li key={entry.label}>
              <Link
                to={entry.to}
                search={{} as never}
                className={styles.link}
                activeProps={{}}
                aria-current={isCurrent ? 'page' : undefined}
                data-current={isCurrent ? '' : undefined}
              >
                {entry.icon}
                <span>{entry.label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
