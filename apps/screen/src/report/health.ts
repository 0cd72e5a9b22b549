import type { ScreenHealth } from '@vitrine/contract/screens';

export const MEBIBYTE = 1024 * 1024;
/** Values are rounded to these steps, so that small changes cause no reports. */
export const ROUNDING_STEPS = { storageBytes: 16 * MEBIBYTE, memoryBytes: 32 * MEBIBYTE, skewMs: 1000 };
/** Maximum age of the last frame of a page that paints normally. */
const FRESH_FRAME_MS = 30_000;
const PROBE_INTERVAL_MS = 10_000;
const FROZEN_AFTER_MS = 90_000;

export interface HealthOptions {
  skewMs: () => number;
  heals: () => number;
  /** Element that the photo fills, before the panel's rotation is applied. */
  stage: HTMLElement;
}

/** Samples the page's health at intervals. A frame loop would use processor time while a still image shows. */
export class HealthMonitor {
  #options: HealthOptions;
  #storage: StorageEstimate = {};
  #paintedAt: number | null = null;

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#probe();
    setInterval(() => this.#probe(), PROBE_INTERVAL_MS);
  }

  read(): ScreenHealth {
    const { skewMs, heals, stage } = this.#options;
    return {
      storageQuotaBytes: roundToStep(this.#storage.quota, ROUNDING_STEPS.storageBytes),
      storageUsedBytes: roundToStep(this.#storage.usage, ROUNDING_STEPS.storageBytes),
      memoryUsedBytes: roundToStep(getUsedMemory(), ROUNDING_STEPS.memoryBytes),
      clockSkewMs: roundToStep(skewMs(), ROUNDING_STEPS.skewMs) ?? 0,
      frameAgeMs: isPageVisible() ? getFrameAge(performance.now() - (this.#paintedAt ?? 0)) : null,
      heals: heals(),
      width: Math.round(stage.clientWidth * devicePixelRatio),
      height: Math.round(stage.clientHeight * devicePixelRatio),
    };
  }

  /** Returns true when the page has painted since it was loaded. */
  isPainting(): boolean {
    return this.#paintedAt !== null;
  }

  /** Returns true when the page has painted before but no longer does. A panel that never let it paint is off, and a reload would not help. */
  isFrozen(): boolean {
    return this.#paintedAt !== null && isPageVisible() && performance.now() - this.#paintedAt > FROZEN_AFTER_MS;
  }

  #probe(): void {
    // A page that becomes visible again was not frozen in the meantime.
    if (!isPageVisible() && this.#paintedAt !== null) this.#paintedAt = performance.now();
    requestAnimationFrame(() => {
      this.#paintedAt = performance.now();
    });
    navigator.storage?.estimate?.().then(
      (estimate) => {
        this.#storage = estimate;
      },
      (cause: unknown) => console.info('no storage estimate:', cause),
    );
  }
}

const isPageVisible = () => document.visibilityState === 'visible';

/** Returns the used memory in browsers that report it. */
function getUsedMemory(): number | undefined {
  return (performance as Performance & { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize;
}

export function roundToStep(value: number | undefined, step: number): number | null {
  // Adding 0 turns negative zero into zero.
  return value === undefined ? null : Math.round(value / step) * step + 0;
}

/** Returns 0 while the page paints normally, otherwise the age in whole probe intervals. */
export function getFrameAge(ageMs: number): number {
  return ageMs < FRESH_FRAME_MS ? 0 : Math.floor(ageMs / PROBE_INTERVAL_MS) * PROBE_INTERVAL_MS;
}
