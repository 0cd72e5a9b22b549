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

/** What a page reports to the service worker. */
export type FromPage = 'started' | 'plays' | 'cannot play';
