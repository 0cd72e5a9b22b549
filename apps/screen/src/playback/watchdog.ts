import { WATCHDOG_BEAT_INTERVAL_MS, WATCHDOG_FRAME_SCRIPT, type WatchdogBeat } from '@vitrine/contract/watchdog-frame';
import { readValue, writeValue } from '../database/local-values.ts';
import { isPageCached, reload } from '../shell/reload.ts';

const RECOVERY_MARK = 'healed';
/** Seen while the frame's copy stands in the page's place: a second, at worst a minute and a half. */
const FRAME_DOCUMENT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Vitrine screen</title>
<body style="margin:0;min-height:100vh;display:grid;place-content:center;background:#14130f;color:#b5afa3;font:2.5vmin system-ui,sans-serif">
<p>Restarting this screen…</p><script>${WATCHDOG_FRAME_SCRIPT}</script>`;

/**
 * Has the page loaded again when its thread hangs, by a frame that browsers with a process per origin keep in another process; where there is one
 * process for both, the frame hangs with the page. Developers' tools that are attached to the page keep it from being replaced.
 */
export function startWatchdogFrame(): void {
  const frame = document.createElement('iframe');
  // An opaque origin: the frame can read nothing of the page and can only replace it.
  frame.setAttribute('sandbox', 'allow-scripts allow-top-navigation');
  frame.srcdoc = FRAME_DOCUMENT;
  frame.hidden = true;
  const page = new URL(location.href);
  page.searchParams.set(RECOVERY_MARK, '');
  const sendBeat = () => {
    frame.contentWindow?.postMessage({ page: page.href, needsServer: !isPageCached() } satisfies WatchdogBeat, '*');
  };
  frame.addEventListener('load', sendBeat);
  setInterval(sendBeat, WATCHDOG_BEAT_INTERVAL_MS);
  document.body.append(frame);
}

/** Whether the watchdog frame loaded this page in place of one that hung; true for the first who asks. */
export function consumeRecoveryMark(): boolean {
  const page = new URL(location.href);
  if (!page.searchParams.has(RECOVERY_MARK)) return false;
  page.searchParams.delete(RECOVERY_MARK);
  history.replaceState(null, '', page);
  return true;
}

const CHECK_INTERVAL_MS = 10_000;
/** A page that is stuck again right after a reload is not helped by another one. */
const MIN_RELOAD_INTERVAL_MS = 600_000;
const RELOADED_AT = 'vitrine.reloadedAt';
const RECOVERY_COUNT_KEY = 'vitrine.heals';

/** How often this screen was healed in its life. */
export const getRecoveryCount = (): number => Number(readValue(RECOVERY_COUNT_KEY) ?? 0);

const incrementRecoveryCount = () => writeValue(RECOVERY_COUNT_KEY, String(getRecoveryCount() + 1));

/** Has the page loaded again when its thread hangs: before anything else starts that could hang. */
export function startHangGuard(): void {
  if (consumeRecoveryMark()) incrementRecoveryCount();
  if (import.meta.env.PROD) startWatchdogFrame();
}

/** Reloads the page when playback is stuck. */
export function watchForStall(isStuck: () => boolean): void {
  setInterval(() => {
    if (isStuck()) reloadUnlessRecent();
  }, CHECK_INTERVAL_MS);
}

/** Reloads, unless that was tried a short while ago. */
function reloadUnlessRecent(): void {
  const last = Number(readValue(RELOADED_AT, 'sessionStorage') ?? 0);
  if (Date.now() - last < MIN_RELOAD_INTERVAL_MS) return;
  writeValue(RELOADED_AT, String(Date.now()), 'sessionStorage');
  incrementRecoveryCount();
  void reload();
}
