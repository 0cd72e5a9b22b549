import { WATCHDOG_BEAT_MS, WATCHDOG_FRAME_SCRIPT, type WatchdogBeat } from '@vitrine/contract/watchdog-frame';
import { isKeptHere } from '../shell/reload.ts';

const HEALED = 'healed';
/** Seen for the second in which the frame's copy stands in the page's place. */
const DOCUMENT = `<!doctype html><meta charset="utf-8"><title>Vitrine screen</title><body style="background:#14130f"><script>${WATCHDOG_FRAME_SCRIPT}</script>`;

/**
 * Has the page loaded again when its thread hangs, by a frame that browsers with a process per origin keep in another process; where there is one
 * process for both, the frame hangs with the page. Developers' tools that are attached to the page keep it from being replaced.
 */
export function watchFromOutside(): void {
  const frame = document.createElement('iframe');
  // Its own, unnamed origin: it reads nothing of the page, and may do nothing but replace it.
  frame.setAttribute('sandbox', 'allow-scripts allow-top-navigation');
  frame.srcdoc = DOCUMENT;
  frame.hidden = true;
  const page = new URL(location.href);
  page.searchParams.set(HEALED, '');
  const beat = () => {
    frame.contentWindow?.postMessage({ page: page.href, needsServer: !isKeptHere() } satisfies WatchdogBeat, '*');
  };
  frame.addEventListener('load', beat);
  setInterval(beat, WATCHDOG_BEAT_MS);
  document.body.append(frame);
}

/** Whether the watchdog frame loaded this page in place of one that hung; true for the first who asks. */
export function takeHealed(): boolean {
  const page = new URL(location.href);
  if (!page.searchParams.has(HEALED)) return false;
  page.searchParams.delete(HEALED);
  history.replaceState(null, '', page);
  return true;
}
