/**
 * Where the apps lie. Each is set when the web app is built and may be absent: what it would lead to is then
 * not offered, since a button that does nothing is worse than none.
 */
const parseUrl = (value: unknown): string | undefined => (typeof value === 'string' && /^https?:\/\//.test(value) ? value : undefined);

/** A folder on a storage host that holds the desktop apps under the names of `desktop-apps.ts`. */
export const DOWNLOADS_URL = parseUrl(import.meta.env.VITE_DOWNLOADS_URL)?.replace(/\/$/, '');

export const APP_STORES = [
  { name: 'App Store', note: 'iPhone and iPad', href: parseUrl(import.meta.env.VITE_APP_STORE_URL) },
  { name: 'Google Play', note: 'Android', href: parseUrl(import.meta.env.VITE_PLAY_STORE_URL) },
].flatMap(({ href, ...store }) => (href ? [{ ...store, href }] : []));
