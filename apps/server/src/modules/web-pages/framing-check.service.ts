import type { FramingState } from '@vitrine/contract/web-pages';
import type { Logger } from 'pino';
import { FetchError, type FetchErrorCode } from '../../platform/sources/fetch-error.ts';
import { fetchHeadSafely, type SafeFetchSettings } from '../../platform/sources/safe-fetch.ts';
import { mayBeFramed } from './framing.rules.ts';

const DEADLINE_MS = 8000;
const STATES_OF_ERRORS: Partial<Record<FetchErrorCode, FramingState>> = { addressRefused: 'private', redirectRefused: 'own' };

interface FramingCheckDeps {
  log: Logger;
  guard: SafeFetchSettings;
  /** Origin of the web app. */
  publicUrl: string;
  /** Origin of screens. */
  screenUrl: string;
}

/** Creates the function that requests a page and returns whether screens can show it. */
export function createFramingCheck({ log, guard, publicUrl, screenUrl }: FramingCheckDeps) {
  const screens = new URL(screenUrl);
  const ownHosts = [screens.host, new URL(publicUrl).host];
  const isOwn = ({ host }: URL) => ownHosts.includes(host);

  return async (address: string): Promise<FramingState> => {
    const url = new URL(address);
    if (isOwn(url)) return 'own';
    if (screens.protocol === 'https:' && url.protocol === 'http:') return 'insecure';
    try {
      const response = await fetchHeadSafely(
        address,
        { accept: 'text/html,*/*', userAgent: `Vitrine (${publicUrl})`, deadlineMs: DEADLINE_MS, refusesRedirect: isOwn },
        guard,
      );
      if (!mayBeFramed(response.headers, screens.origin)) return 'forbidden';
      return response.status < 400 ? 'allowed' : 'unreachable';
    } catch (error) {
      if (error instanceof FetchError) return STATES_OF_ERRORS[error.code] ?? 'unreachable';
      log.error({ err: error }, 'a web page could not be checked');
      return 'unreachable';
    }
  };
}
