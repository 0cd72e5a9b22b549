/** Message that a screen's page sends to its watchdog frame at intervals to show that it still runs. */
export interface WatchdogBeat {
  /** Address to load after the page hung. */
  page: string;
  /** True when only the server has the page, false when a service worker can serve it too. */
  needsServer: boolean;
}

export const WATCHDOG_BEAT_INTERVAL_MS = 5000;
/** Number of missed beats after which the page counts as hung. */
const MAX_MISSED_BEATS = 6;
/**
 * Number of missed beats for a page with a service worker. The worker keeps the hung process alive, and the new page would run in it. Browsers stop a worker that
 * was idle for half a minute, and check every half a minute, so the frame waits longer.
 */
const MAX_MISSED_BEATS_WITH_WORKER = 14;
const LOAD_AFTER_MS = 1000;
const SERVER_TIMEOUT_MS = 20_000;
/** Retry interval. A new attempt cancels a slow one, and the service worker that an attempt wakes has to stop before the next. */
const RELOAD_INTERVAL_MS = 90_000;

/**
 * Script of the watchdog frame. Pages allow it by its digest, so no build step lowers its syntax: it has to run in Chromium 68 as written here.
 *
 * A browser does not navigate a page whose process hangs if the new page would run in the same process. The frame, which has its own process, therefore first
 * replaces the page with a document of the frame's origin, a copy of itself, and that copy loads the page. It counts missed beats instead of time, because a
 * machine that slept or is busy misses none.
 */
export const WATCHDOG_FRAME_SCRIPT = `(() => {
  const canLoad = async ({ page, needsServer }) => {
    if (!needsServer) return true;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), ${SERVER_TIMEOUT_MS});
    try {
      await fetch(page, { mode: 'no-cors', cache: 'no-store', signal: abort.signal });
      return true;
    } catch (cause) {
      return false;
    } finally {
      clearTimeout(timer);
    }
  };
  if (location.protocol === 'blob:') {
    const beat = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    const load = async () => {
      if (await canLoad(beat)) location.replace(beat.page);
    };
    setTimeout(load, ${LOAD_AFTER_MS});
    setInterval(load, ${RELOAD_INTERVAL_MS});
    return;
  }
  let beat = null;
  let missed = 0;
  addEventListener('message', ({ source, data }) => {
    if (source !== parent) return;
    beat = data;
    missed = 0;
  });
  setInterval(async () => {
    if (!beat) return;
    missed = document.hidden ? 0 : missed + 1;
    if (missed < (beat.needsServer ? ${MAX_MISSED_BEATS} : ${MAX_MISSED_BEATS_WITH_WORKER})) return;
    missed = 0;
    // The last picture of a hung page stays until there is something to load.
    if (!(await canLoad(beat))) return;
    const copy = URL.createObjectURL(new Blob(['<!doctype html>', document.documentElement.outerHTML], { type: 'text/html' }));
    top.location.href = copy + '#' + encodeURIComponent(JSON.stringify(beat));
  }, ${WATCHDOG_BEAT_INTERVAL_MS});
})()`;
