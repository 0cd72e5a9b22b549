import { readValue, writeValue } from '../database/local-values.ts';
import type { Screen } from '../screen.ts';
import { isPageCached } from '../shell/reload.ts';
import { getBackoffMs } from '../sync/backoff.ts';
import { confirmArrival } from './move-api.ts';
import { ARRIVAL_KEY } from './move-values.ts';

const CHECK_INTERVAL_MS = 1000;
/** Time without new content or downloads after which the screen returns to the old address. */
const STALLED_MS = 300_000;
const REACH_TIMEOUT_MS = 10_000;

/** Confirms that the screen plays at its new address. When it does not play, returns to the old address. */
export function watchArrival(screen: Screen): void {
  const from = readOrigin();
  let lastProgress = '';
  let progressAt = performance.now();
  let isBusy = false;
  let failures = 0;
  let retryAt = 0;
  const finish = () => {
    writeValue(ARRIVAL_KEY, '');
    clearInterval(timer);
  };
  const check = async () => {
    const { manifest, nextManifest, progress } = screen.situation;
    const current = `${manifest?.revision} ${nextManifest?.revision} ${progress.downloaded}`;
    if (current !== lastProgress) [lastProgress, progressAt] = [current, performance.now()];
    if (isPlaying(screen)) {
      await confirm(screen);
      finish();
    } else if (performance.now() - progressAt > STALLED_MS && from !== null && (await canReturn(from))) {
      finish();
      location.replace(`${from}/screen`);
    }
  };
  const timer = setInterval(() => {
    if (isBusy || performance.now() < retryAt) return;
    isBusy = true;
    check()
      .catch((cause: unknown) => {
        console.info('the arrival is not confirmed:', cause);
        failures += 1;
        retryAt = performance.now() + getBackoffMs(failures);
      })
      .finally(() => {
        isBusy = false;
      });
  }, CHECK_INTERVAL_MS);
}

/** Returns true when the server here knows the screen and the screen shows what it should. */
function isPlaying(screen: Screen): boolean {
  const { manifest, reachable, isOff } = screen.situation;
  return manifest !== null && reachable && (isOff || screen.isHealthy());
}

async function confirm(screen: Screen): Promise<void> {
  const identity = await screen.local.database.get('identity', 'me');
  if (!identity) throw new Error('the screen is not registered');
  await confirmArrival(identity, isPageCached());
  if (isPageCached()) return;
  // The page of the old address opens this one without a proof once this page also starts without the server.
  navigator.serviceWorker?.addEventListener('controllerchange', () => void confirmArrival(identity, true).catch(() => undefined), {
    once: true,
  });
}

function readOrigin(): string | null {
  try {
    const { from } = JSON.parse(readValue(ARRIVAL_KEY) ?? '') as { from: string };
    return new URL(from).origin;
  } catch {
    return null;
  }
}

/** Secure pages also start without their server. For others, the browser would show its own error page. */
async function canReturn(from: string): Promise<boolean> {
  if (from.startsWith('https:')) return true;
  try {
    await fetch(`${from}/screen`, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(REACH_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}
