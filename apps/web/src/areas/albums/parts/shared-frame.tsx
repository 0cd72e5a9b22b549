import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getBrand, type Platform, useBrand } from '../../../lib/platform.ts';
import { Logo } from '../../../ui/logo.tsx';
import styles from '../pages/shared-album.module.css';

/** As little around the pictures as there can be. */
export function SharedAlbumLayout({ platform, children }: { platform?: Platform; children: ReactNode }) {
  const own = useBrand();
  const brand = platform ? getBrand(platform) : own;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to="/" aria-label={`${brand.name}, home`} className={styles.home}>
          <Logo {...brand} />
        </Link>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
