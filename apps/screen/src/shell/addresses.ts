/** Addresses that the page and its service worker agree on. */
export const SCREEN_BASE_PATH = '/screen/';
/** Where people open the screen, as guide and dialogs say it; the page is the same with a slash. Nothing the worker serves lies outside it. */
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

/** Where the service worker writes down which version of the page is good. */
export const SHELL_STATE_CACHE = 'vitrine-shell-state';
export const SHELL_STATE = `${SCREEN_BASE_PATH}shell-state`;

export const SHELL_CACHE_PREFIX = 'vitrine-shell-';
/** Where the files of a version are kept. */
export const getShellCacheName = (version: string): string => `${SHELL_CACHE_PREFIX}${version}`;

/** What a page reports to the service worker: how it is doing, or that it has put the files of a version in their cache. */
export type PageMessage = 'started' | 'plays' | 'cannot play' | { installed: string };
