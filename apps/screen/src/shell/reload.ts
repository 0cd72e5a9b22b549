const RETRY_INTERVAL_MS = 10_000;
const SERVER_TIMEOUT_MS = 20_000;

/** Returns true when a service worker serves the page, so that it also loads without the server. */
export const isPageCached = (): boolean => Boolean(navigator.serviceWorker?.controller);

/** Reloads the page as soon as it can be loaded. Without a service worker and a server the browser would show its own error page, which never recovers. */
export async function reload(): Promise<void> {
  while (!isPageCached() && !(await isServerReachable())) await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
  location.reload();
}

async function isServerReachable(): Promise<boolean> {
  try {
    // A proxy in front of the server may answer with an error.
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(SERVER_TIMEOUT_MS) })).ok;
  } catch {
    return false;
  }
}
