import { useEffect } from 'react';
import { brandOf, useBrand } from '../../lib/platform.ts';
import { fullTitle, publicPageAt } from './public-pages.ts';

/** As the pages' heads are written; whoever is in the partner's house reads the partner's name. */
const OURS = brandOf('PP').name;

/** Pages come with their head written; this keeps it right when a link leads from one to the next. */
export function usePublicHead(pathname: string): void {
  const { name } = useBrand();
  useEffect(() => {
    const page = publicPageAt(pathname);
    if (page) document.title = fullTitle(page).replaceAll(OURS, name);
    setAttribute('meta[name="description"]', 'content', page?.description.replaceAll(OURS, name));
    setAttribute('link[rel="canonical"]', 'href', page && window.location.origin + page.path);
  }, [pathname, name]);
}

function setAttribute(selector: string, name: string, value: string | undefined) {
  if (value) document.head.querySelector(selector)?.setAttribute(name, value);
}
