import type { ScreenHealth } from '@vitrine/contract/screens';

const MEBIBYTE = 1024 * 1024;
/** Steps in which figures are told: what moves within one is not news. */
const STEP = { storageBytes: 16 * MEBIBYTE, memoryBytes: 32 * MEBIBYTE, skewMs: 1000 };
/** A frame no older than this is a living picture. */
const LIVELY_MS = 30_000;
const PROBE_EVERY_MS = 10_000;

export interface HealthOptions {
  skewMs: () => number;
  heals: () => number;
  /** What the wall's picture fills, before any turning of the panel. */
  stage: HTMLElement;
}

/** Looks now and then at how the page is doing. Never a frame loop: a wall with a still picture should cost nothing. */
export function probeHealth({ skewMs, heals, stage }: HealthOptions): () => ScreenHealth {
  let storage: StorageEstimate = {};
  let paintedAt = performance.now();
  const probe = () => {
    requestAnimationFrame(() => {
      paintedAt = performance.now();
    });
    navigator.storage?.estimate?.().then(
      (estimate) => {
        storage = estimate;
      },
      (cause: unknown) => console.info('storage is not told:', cause),
    );
  };
  probe();
  setInterval(probe, PROBE_EVERY_MS);
  return () => ({
    storageQuotaBytes: inSteps(storage.quota, STEP.storageBytes),
    storageUsedBytes: inSteps(storage.usage, STEP.storageBytes),
    memoryUsedBytes: inSteps(usedMemory(), STEP.memoryBytes),
    clockSkewMs: inSteps(skewMs(), STEP.skewMs) ?? 0,
    frameAgeMs: document.visibilityState === 'visible' ? frameAge(performance.now() - paintedAt) : null,
    heals: heals(),
    width: Math.round(stage.clientWidth * devicePixelRatio),
    height: Math.round(stage.clientHeight * devicePixelRatio),
  });
}

/** Only some browsers tell. */
function usedMemory(): number | undefined {
  return (performance as Performance & { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize;
}

export function inSteps(value: number | undefined, step: number): number | null {
  // Adding 0 turns a negative zero, which JSON writes as 0 and comparisons do not, into a plain one.
  return value === undefined ? null : Math.round(value / step) * step + 0;
}

/** 0 while the page paints as it should, else whole probes. */
export function frameAge(ageMs: number): number {
  return ageMs < LIVELY_MS ? 0 : Math.floor(ageMs / PROBE_EVERY_MS) * PROBE_EVERY_MS;
}
