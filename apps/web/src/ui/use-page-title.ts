import { useEffect } from 'react';

let product = 'Vitrine';

/** Whose house it is changes with who is signed in. */
export function setProductName(name: string): void {
  product = name;
}

/** Names the page in tabs, in the history and for those who listen. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title.trim() === '' ? product : `${title} · ${product}`;
  }, [title]);
}
