/** Paths shared by the page and its service worker. */
export const SCREEN_BASE_PATH = '/screen/';
/**
 * Path at which users open the screen, as named in the guide and in dialogs. The path with a trailing slash shows the same page. The service worker
 * serves nothing outside this path.
 */
export const SCREEN_ENTRY_PATH = '/screen';
export const FILES_CACHE = 'vitrine-files-1';

const FILES = `${SCREEN_BASE_PATH}files/`;

export function getFilePath(sha256: string): string {
  return `${FILES}${sha256}`;
}

export function parseFilePath(pathname: string): string | null {
  const name = pathname.startsWith(FILES) ? pathname.slice(FILES.length) : '';
  return /^[0-9a-f]{64}$/.test(name) ? name : null;
}

/** Cache in which the service worker records which version of the page works. */
export const SHELL_STATE_CACHE = 'vitrine-shell-state';
export const SHELL_STATE = `${SCREEN_BASE_PATH}shell-state`;

export const SHELL_CACHE_PREFIX = 'vitrine-shell-';
/** Returns the name of the cache with the files of a version. */
export const getShellCacheName = (version: string): string => `${SHELL_CACHE_PREFIX}${version}`;

/** Message of a page to the service worker: its state, why it cannot play, or that it has stored the files of a version. */
export type PageMessage = 'started' | 'plays' | 'cannot play' | `cannot play: ${string}` | { installed: string };
