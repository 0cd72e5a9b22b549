const RETRY_INTERVAL_MS = 10_000;
const SERVER_TIMEOUT_MS = 20_000;

/** Whether this browser keeps the page, so that it loads also without the server. */
export const isPageCached = (): boolean => Boolean(navigator.serviceWorker?.controller);

/**
 * Loads the page again as soon as there is somebody to load it from. Without a service worker and without the server the browser would show
 * an error of its own, from which nothing comes back.
 */
export async function reload(): Promise<void> {
  while (!isPageCached() && !(await isServerReachable())) await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
  location.reload();
}

async function isServerReachable(): Promise<boolean> {
  try {
    // What stands before a server may answer for it, with an error.
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(SERVER_TIMEOUT_MS) })).ok;
  } catch {
    return false;
  }
}
