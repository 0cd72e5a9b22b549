import { WATCHDOG_BEAT_INTERVAL_MS, WATCHDOG_FRAME_SCRIPT, type WatchdogBeat } from '@vitrine/contract/watchdog-frame';
import { readValue, writeValue } from '../database/local-values.ts';
import { isPageCached, reload } from '../shell/reload.ts';

const RECOVERY_MARK = 'healed';
/** Page that the frame shows in place of a hung page until it is reloaded: for a second, at most a minute and a half. */
const FRAME_DOCUMENT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Vitrine screen</title>
<body style="margin:0;min-height:100vh;display:grid;place-content:center;background:#14130f;color:#b5afa3;font:2.5vmin system-ui,sans-serif">
<p>Restarting this screen…</p><script>${WATCHDOG_FRAME_SCRIPT}</script>`;

/**
 * Reloads the page when its thread hangs. The watchdog runs in a frame, which browsers with a process per origin keep in another process. Where there is one
 * process for both, the frame hangs too. Attached developer tools prevent the reload.
 */
export function startWatchdogFrame(): void {
  const frame = document.createElement('iframe');
  // The frame has an opaque origin, so it can replace the page but not read it.
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

/** Returns true once if the watchdog frame loaded this page in place of a hung one. */
export function consumeRecoveryMark(): boolean {
  const page = new URL(location.href);
  if (!page.searchParams.has(RECOVERY_MARK)) return false;
  page.searchParams.delete(RECOVERY_MARK);
  history.replaceState(null, '', page);
  return true;
}

const CHECK_INTERVAL_MS = 10_000;
/** Minimum time between reloads. Another reload does not help a page that gets stuck again soon. */
const MIN_RELOAD_INTERVAL_MS = 600_000;
const RELOADED_AT_KEY = 'vitrine.reloadedAt';
const RECOVERY_COUNT_KEY = 'vitrine.heals';

/** Returns how often this screen was reloaded by a watchdog since its first start. */
export const getRecoveryCount = (): number => Number(readValue(RECOVERY_COUNT_KEY) ?? 0);

const incrementRecoveryCount = () => writeValue(RECOVERY_COUNT_KEY, String(getRecoveryCount() + 1));

/** Starts the watchdog for hangs. Must run before any other code that could hang. */
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

/** Reloads the page, unless it was reloaded recently. */
function reloadUnlessRecent(): void {
  const last = Number(readValue(RELOADED_AT_KEY, 'sessionStorage') ?? 0);
  if (Date.now() - last < MIN_RELOAD_INTERVAL_MS) return;
  writeValue(RELOADED_AT_KEY, String(Date.now()), 'sessionStorage');
  incrementRecoveryCount();
  void reload();
}
