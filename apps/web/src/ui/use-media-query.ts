import { useSyncExternalStore } from 'react';

/** Whether a CSS media query holds, also after the window changed. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listen) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listen);
      return () => list.removeEventListener('change', listen);
    },
    () => window.matchMedia(query).matches,
  );
}

/** True when the navigation is a bar at the bottom. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 719px)');
