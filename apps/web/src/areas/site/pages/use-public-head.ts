import { useEffect } from 'react';
import { getBrand, useBrand } from '../../../lib/platform.ts';
import { findPublicPage, getPageTitle } from '../public-pages.ts';

/** As the pages' heads are written; whoever is in the partner's house reads the partner's name. */
const DEFAULT_BRAND_NAME = getBrand('PP').name;

/** Pages come with their head written; this keeps it right when a link leads from one to the next. */
export function usePublicHead(pathname: string): void {
  const { name } = useBrand();
  useEffect(() => {
    const page = findPublicPage(pathname);
    if (page) document.title = getPageTitle(page).replaceAll(DEFAULT_BRAND_NAME, name);
    setAttribute('meta[name="description"]', 'content', page?.description.replaceAll(DEFAULT_BRAND_NAME, name));
    setAttribute('link[rel="canonical"]', 'href', page && window.location.origin + page.path);
  }, [pathname, name]);
}

function setAttribute(selector: string, name: string, value: string | undefined) {
  if (value) document.head.querySelector(selector)?.setAttribute(name, value);
}
