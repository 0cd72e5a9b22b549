import type { ScreenHealth } from '@vitrine/contract/screens';

export const MEBIBYTE = 1024 * 1024;
/** Figures are rounded to these steps, so that small changes send no report. */
export const ROUNDING_STEPS = { storageBytes: 16 * MEBIBYTE, memoryBytes: 32 * MEBIBYTE, skewMs: 1000 };
/** A frame no older than this is a living picture. */
const FRESH_FRAME_MS = 30_000;
const PROBE_INTERVAL_MS = 10_000;
const FROZEN_AFTER_MS = 90_000;

export interface HealthOptions {
  skewMs: () => number;
  heals: () => number;
  /** Element that the photo fills, before the panel's rotation is applied. */
  stage: HTMLElement;
}

/** Samples the page's health at intervals. Never a frame loop: a still picture must cost no processor time. */
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
      memoryUsedBytes: roundToStep(usedMemory(), ROUNDING_STEPS.memoryBytes),
      clockSkewMs: roundToStep(skewMs(), ROUNDING_STEPS.skewMs) ?? 0,
      frameAgeMs: isPageVisible() ? getFrameAge(performance.now() - (this.#paintedAt ?? 0)) : null,
      heals: heals(),
      width: Math.round(stage.clientWidth * devicePixelRatio),
      height: Math.round(stage.clientHeight * devicePixelRatio),
    };
  }

  /** It has painted since it was loaded. */
  isPainting(): boolean {
    return this.#paintedAt !== null;
  }

  /** Returns true when the page has painted before but no longer does. A panel that never let it paint is off, and a reload would not help. */
  isFrozen(): boolean {
    return this.#paintedAt !== null && isPageVisible() && performance.now() - this.#paintedAt > FROZEN_AFTER_MS;
  }

  #probe(): void {
    // A page that becomes visible again was not frozen meanwhile.
    if (!isPageVisible() && this.#paintedAt !== null) this.#paintedAt = performance.now();
    requestAnimationFrame(() => {
      this.#paintedAt = performance.now();
    });
    navigator.storage?.estimate?.().then(
      (estimate) => {
        this.#storage = estimate;
      },
      (cause: unknown) => console.info('storage is not told:', cause),
    );
  }
}

const isPageVisible = () => document.visibilityState === 'visible';

/** Only some browsers tell. */
function usedMemory(): number | undefined {
  return (performance as Performance & { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize;
}

export function roundToStep(value: number | undefined, step: number): number | null {
  // Adding 0 turns a negative zero, which JSON writes as 0 and comparisons do not, into a plain one.
  return value === undefined ? null : Math.round(value / step) * step + 0;
}

/** 0 while the page paints as it should, else whole probes. */
export function getFrameAge(ageMs: number): number {
  return ageMs < FRESH_FRAME_MS ? 0 : Math.floor(ageMs / PROBE_INTERVAL_MS) * PROBE_INTERVAL_MS;
}
