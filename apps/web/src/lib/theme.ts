import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const listeners = new Set<() => void>();

function readTheme(): Theme {
  const stored = localStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Stores and applies a theme. public/theme.js applies the stored theme before the first paint. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem('theme');
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem('theme', theme);
    document.documentElement.dataset.theme = theme;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);
