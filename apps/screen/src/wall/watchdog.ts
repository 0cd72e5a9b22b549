import { readValue, writeValue } from '../database/local-values.ts';
import { reload } from '../shell/reload.ts';
import { consumeRecoveryMark, watchFromOutside } from './watchdog-frame.ts';

const LOOK_EVERY_MS = 10_000;
/** A page that is stuck again right after a reload is not helped by another one. */
const RELOAD_APART_MS = 600_000;
const RELOADED_AT = 'vitrine.reloadedAt';
const HEALS = 'vitrine.heals';

/** How often this screen was healed in its life. */
export const countHeals = (): number => Number(readValue(HEALS) ?? 0);

const countOne = () => writeValue(HEALS, String(countHeals() + 1));

/** Has the page loaded again when its thread hangs: before anything else starts that could hang. */
export function guard(): void {
  if (consumeRecoveryMark()) countOne();
  if (import.meta.env.PROD) watchFromOutside();
}

/** Reloads the page when playback is stuck. */
export function watch(isStuck: () => boolean): void {
  setInterval(() => {
    if (isStuck()) reloadSeldom();
  }, LOOK_EVERY_MS);
}

/** Reloads, unless that was tried a short while ago. */
function reloadSeldom(): void {
  const last = Number(readValue(RELOADED_AT, 'sessionStorage') ?? 0);
  if (Date.now() - last < RELOAD_APART_MS) return;
  writeValue(RELOADED_AT, String(Date.now()), 'sessionStorage');
  countOne();
  void reload();
}
