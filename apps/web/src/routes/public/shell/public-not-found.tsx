import { useLocation } from '@tanstack/react-router';
import { NotFoundPage } from './not-found.tsx';
import styles from './public-layout.module.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

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
