type OperatingSystem = 'Linux' | 'Windows' | 'Mac';

interface DesktopApp {
  system: OperatingSystem;
  file: string;
  /** How a browser there installs the web app. */
  install: string;
}

export const DESKTOP_APPS: readonly DesktopApp[] = [
  { system: 'Linux', file: 'vitrine-linux.AppImage', install: 'In Chrome or Chromium: Menu > Cast, save, and share > Install page as app' },
  {
    system: 'Windows',
    file: 'vitrine-windows.exe',
    install:
      'In Edge: Menu > More tools > Apps > Install this site as an app. In Chrome: Menu > Cast, save, and share > Install page as app',
  },
  {
    system: 'Mac',
    file: 'vitrine-mac.dmg',
    install: 'In Safari: File > Add to Dock. In Chrome: Menu > Cast, save, and share > Install page as app',
  },
];

/** Detects the system from the User-Agent; undefined for phones and unknown systems. */
export function detectOperatingSystem(userAgent: string): OperatingSystem | undefined {
  if (/android|iphone|ipad/i.test(userAgent)) return undefined;
  if (/windows/i.test(userAgent)) return 'Windows';
  if (/macintosh|mac os x/i.test(userAgent)) return 'Mac';
  return /linux|x11|cros/i.test(userAgent) ? 'Linux' : undefined;
}

/** Download addresses, set when the web app is built. Without them the buttons are not shown. */
const parseUrl = (value: unknown): string | undefined => (typeof value === 'string' && /^https?:\/\//.test(value) ? value : undefined);

/** A folder on a storage host that holds the desktop apps under the names of `desktop-apps.ts`. */
export const DOWNLOADS_URL = parseUrl(import.meta.env.VITE_DOWNLOADS_URL)?.replace(/\/$/, '');

export const APP_STORES = [
  { name: 'App Store', note: 'iPhone and iPad', href: parseUrl(import.meta.env.VITE_APP_STORE_URL) },
  { name: 'Google Play', note: 'Android', href: parseUrl(import.meta.env.VITE_PLAY_STORE_URL) },
].flatMap(({ href, ...store }) => (href ? [{ ...store, href }] : []));
