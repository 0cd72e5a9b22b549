import { useEffect } from 'react';

const PRODUCT = 'Vitrine';

/** Names the page in tabs, in the history and for those who listen. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title.trim() === '' ? PRODUCT : `${title} · ${PRODUCT}`;
  }, [title]);
}
