import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { restoreEarlyInput } from '../../../lib/early-input.ts';
import { SiteFooter } from '../parts/site-footer.tsx';
import { SiteHeader } from '../parts/site-header.tsx';
import styles from './public-layout.module.css';
import { usePublicHead } from './use-public-head.ts';

export function PublicLayout() {
  const pathname = useLocation({ select: (location) => location.pathname });
  usePublicHead(pathname);
  useEffect(restoreEarlyInput, []);
  return (
    <div className={styles.page}>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <SiteHeader pathname={pathname} />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
