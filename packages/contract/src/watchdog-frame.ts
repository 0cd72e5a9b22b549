/** How the page of a screen says to its watchdog frame that it lives. */
export interface WatchdogBeat {
  /** Where the page is to be loaded from after it hung. */
  page: string;
  /** Nothing but the server has the page: while that is away, there is nothing to load. Otherwise a service worker has it. */
  needsServer: boolean;
}

export const WATCHDOG_BEAT_MS = 5000;
/** Beats missed until the page is taken for hung. */
const BEATS_MISSED = 6;
/**
 * A service worker runs in the page's process and holds it, and the new page would come into that same, hung process. A browser ends a worker
 * that had nothing to do for half a minute, and looks for those every half a minute: only then is the page loaded.
 */
const BEATS_MISSED_WITH_WORKER = 14;
const LOAD_AFTER_MS = 1000;
const SERVER_WITHIN_MS = 20_000;
/** A load asked for again starts anew, and one that is slow should be left to come. A load wakes the service worker, which has to end before the next one. */
const LOAD_AGAIN_MS = 90_000;

/**
 * What runs in the watchdog frame, to the letter: pages let a script in their documents run by its digest alone.
 *
 * A browser does not navigate a page whose process hangs, if the new page would come into the same process. So the frame, which has a process
 * of its own, first puts a document of its own origin in the page's place, a copy of itself, and that loads the page. It counts beats and not
 * time: a machine that slept or is busy misses none.
 */
export const WATCHDOG_FRAME_SCRIPT = `(() => {
  const canLoad = async ({ page, needsServer }) => {
    if (!needsServer) return true;
    try {
      await fetch(page, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(${SERVER_WITHIN_MS}) });
      return true;
    } catch {
      return false;
    }
  };
  if (location.protocol === 'blob:') {
    const beat = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    const load = async () => {
      if (await canLoad(beat)) location.replace(beat.page);
    };
    setTimeout(load, ${LOAD_AFTER_MS});
    setInterval(load, ${LOAD_AGAIN_MS});
    return;
  }
  let beat;
  let missed = 0;
  addEventListener('message', ({ source, data }) => {
    if (source !== parent) return;
    beat = data;
    missed = 0;
  });
  setInterval(async () => {
    missed = beat && !document.hidden ? missed + 1 : 0;
    if (missed < (beat?.needsServer ? ${BEATS_MISSED} : ${BEATS_MISSED_WITH_WORKER})) return;
    missed = 0;
    // What hangs still shows its last picture: that stays until there is something to load.
    if (!(await canLoad(beat))) return;
    const copy = URL.createObjectURL(new Blob(['<!doctype html>', document.documentElement.outerHTML], { type: 'text/html' }));
    top.location.href = copy + '#' + encodeURIComponent(JSON.stringify(beat));
  }, ${WATCHDOG_BEAT_MS});
})()`;
