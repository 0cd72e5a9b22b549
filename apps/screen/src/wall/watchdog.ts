import { readValue, writeValue } from '../database/local-values.ts';
import { consumeRecoveryMark, startWatchdogFrame } from '../playback/watchdog.ts';
import { reload } from '../shell/reload.ts';

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
