import { useEffect } from 'react';

let product = 'Vitrine';

/** The product's name depends on the signed-in user's platform. */
export function setProductName(name: string): void {
  product = name;
}

/** Names the page in tabs, in the history and for those who listen. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title.trim() === '' ? product : `${title} · ${product}`;
  }, [title]);
}
