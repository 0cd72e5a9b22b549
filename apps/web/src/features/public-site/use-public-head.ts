import { useEffect } from 'react';
import { fullTitle, publicPageAt } from './public-pages.ts';

/** Pages come with their head written; this keeps it right when a link leads from one to the next. */
export function usePublicHead(pathname: string): void {
  useEffect(() => {
    const page = publicPageAt(pathname);
    if (page) document.title = fullTitle(page);
    setAttribute('meta[name="description"]', 'content', page?.description);
    setAttribute('link[rel="canonical"]', 'href', page && window.location.origin + page.path);
  }, [pathname]);
}

function setAttribute(selector: string, name: string, value: string | undefined) {
  if (value) document.head.querySelector(selector)?.setAttribute(name, value);
}
