/** Addresses that the page and its service worker agree on. */
export const BASE = '/screen/';
/** Where people open the screen, as guide and dialogs say it; the page is the same with a slash. Nothing the worker serves lies outside it. */
export const ENTRANCE = '/screen';
export const FILES_CACHE = 'vitrine-files-1';

const FILES = `${BASE}files/`;

export function filePath(sha256: string): string {
  return `${FILES}${sha256}`;
}

export function sha256OfPath(pathname: string): string | null {
  const name = pathname.startsWith(FILES) ? pathname.slice(FILES.length) : '';
  return /^[0-9a-f]{64}$/.test(name) ? name : null;
}

/** Where the service worker writes down which version of the page is good. */
export const SHELL_STATE_CACHE = 'vitrine-shell-state';
export const SHELL_STATE = `${BASE}shell-state`;

export const SHELL_CACHE_PREFIX = 'vitrine-shell-';
/** Where the files of a version are kept. */
export const shellCacheName = (version: string): string => `${SHELL_CACHE_PREFIX}${version}`;

/** What a page reports to the service worker: how it is doing, or that it has put the files of a version in their cache. */
export type FromPage = 'started' | 'plays' | 'cannot play' | { installed: string };
