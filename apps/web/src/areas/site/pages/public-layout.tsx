import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { restoreEarlyInput } from '../../../lib/early-input.ts';
import { getBrand, useBrand } from '../../../lib/platform.ts';
import { SiteFooter } from '../parts/site-footer.tsx';
import { SiteHeader } from '../parts/site-header.tsx';
import { findPublicPage, getPageTitle } from '../public-pages.ts';
import styles from './public-layout.module.css';

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

/** Brand name in the prerendered heads; partner users see the partner's name. */
const DEFAULT_BRAND_NAME = getBrand('PP').name;

/** Updates title, description and canonical URL on client-side navigation. Prerendered pages already contain them. */
function usePublicHead(pathname: string): void {
  const { name } = useBrand();
  useEffect(() => {
    const page = findPublicPage(pathname);
    if (page) document.title = getPageTitle(page).replaceAll(DEFAULT_BRAND_NAME, name);
    setHeadAttribute('meta[name="description"]', 'content', page?.description.replaceAll(DEFAULT_BRAND_NAME, name));
    setHeadAttribute('link[rel="canonical"]', 'href', page && window.location.origin + page.path);
  }, [pathname, name]);
}

function setHeadAttribute(selector: string, name: string, value: string | undefined) {
  if (value) document.head.querySelector(selector)?.setAttribute(name, value);
}
