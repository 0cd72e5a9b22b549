import { useLocation } from '@tanstack/react-router';
import { NotFoundPage } from '../../accounts/parts/not-found.tsx';
import { SiteFooter } from '../parts/site-footer.tsx';
import { SiteHeader } from '../parts/site-header.tsx';
import styles from './public-layout.module.css';

/** For an address that belongs to no part of the product: with the ways on that every public page has. */
export function PublicNotFound() {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <div className={styles.page}>
      <SiteHeader pathname={pathname} />
      <main id="content" tabIndex={-1} className={styles.main}>
        <NotFoundPage />
      </main>
      <SiteFooter />
    </div>
  );
}
