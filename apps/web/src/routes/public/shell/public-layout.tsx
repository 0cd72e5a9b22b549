import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePublicHead } from '../../../features/public-site/use-public-head.ts';
import { restoreEarlyInput } from '../../../lib/typed-before-start.ts';
import styles from './public-layout.module.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

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
