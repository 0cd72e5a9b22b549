import { existsSync } from 'node:fs';
import { findHeadlessShell, hasLibrary } from '../chromium.ts';
import { ChromiumBrowser } from './chromium-browser.ts';
import { FirefoxBrowser } from './firefox-browser.ts';
import { fetchChromium, OLD_CHROMIUMS, type OldChromium } from './old-chromium.ts';
import type { ScreenBrowser } from './screen-browser.ts';
import { WebKitBrowser } from './webkit-browser.ts';

interface BrowserChoice<Browser = ScreenBrowser> {
  readonly name: string;
  /** True when it plays H.264 video. Chromium builds before 78 have no decoder. */
  readonly playsVideo: boolean;
  /** The reason why the browser cannot start here, or null. */
  readonly missing: string | null;
  start(): Promise<Browser>;
}

const OLDEST = 69;
const FIRST_WITH_VIDEO = 78;
/** Versions that need libuuid. All other libraries are those of the current Chromium, which are unpacked where the machine lacks them. */
const WITH_UUID: readonly OldChromium[] = [72, 78];

const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64';

function oldChromium(version: OldChromium): BrowserChoice {
  const name = `Chromium ${version}`;
  return {
    name,
    playsVideo: version >= FIRST_WITH_VIDEO,
    missing: findMissingFor(version),
    start: async () => ChromiumBrowser.start(name, await fetchChromium(version)),
  };
}

function findMissingFor(version: OldChromium): string | null {
  if (!isLinuxX64) return 'runs on Linux on x64 only';
  return WITH_UUID.includes(version) && !hasLibrary('libuuid.so.1') ? 'apt-get install libuuid1' : null;
}

const currentChromium: BrowserChoice = {
  name: 'current Chromium',
  playsVideo: true,
  missing: null,
  start: async () => ChromiumBrowser.start('current Chromium', await findHeadlessShell()),
};

const FIREFOX = '/usr/bin/firefox-esr';

const firefox: BrowserChoice<FirefoxBrowser> = {
  name: 'Firefox ESR',
  playsVideo: true,
  missing: findMissing([FIREFOX], 'firefox-esr'),
  start: () => FirefoxBrowser.start('Firefox ESR', FIREFOX),
};

const webKit: BrowserChoice = {
  name: 'WebKitGTK',
  playsVideo: true,
  missing: findMissing(WebKitBrowser.FILES, 'webkit2gtk-driver xvfb gstreamer1.0-libav'),
  start: () => WebKitBrowser.start('WebKitGTK'),
};

function findMissing(files: readonly string[], packages: string): string | null {
  return files.every((file) => existsSync(file)) ? null : `apt-get install ${packages}`;
}

const usesAllBrowsers = process.env['BROWSERS'] === 'all';
const runsSlowTests = process.env['SLOW_TESTS'] !== undefined;

/**
 * Returns the oldest browser for `npm test`, the oldest one that plays video as well for `npm run test:slow`, or with BROWSERS=all every browser in which the
 * screen is tested. Journeys in the current Chromium play video in `npm test`.
 */
export function chooseBrowsers(): BrowserChoice[] {
  if (!usesAllBrowsers) return runsSlowTests ? chooseOldest() : chooseOldest().slice(0, 1);
  return [...OLD_CHROMIUMS.map(oldChromium), currentChromium, firefox, webKit];
}

/** Returns the oldest supported browser and the oldest one that plays video. */
export const chooseOldest = (): [oldest: BrowserChoice, oldestWithVideo: BrowserChoice] => [
  oldChromium(OLDEST),
  oldChromium(FIRST_WITH_VIDEO),
];

/** Returns Firefox with BROWSERS=all, and nothing in `npm test`. */
export const chooseFirefox = (): BrowserChoice<FirefoxBrowser>[] => (usesAllBrowsers ? [firefox] : []);

/** Title of a test in this browser, with the reason if it is skipped. */
export const formatTitle = ({ name, missing }: Pick<BrowserChoice, 'name' | 'missing'>): string =>
  missing ? `${name} (skipped: ${missing})` : name;
