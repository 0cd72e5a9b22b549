import type { Manifest, ScreenHealth } from '@vitrine/contract/screens';
import { inSteps, MEBIBYTE, STEP } from '../../apps/screen/src/report/health.ts';

const QUOTA_BYTES = 64 * 1024 * MEBIBYTE;
/** Memory of the page, of each item shown, and after how many of them garbage is collected. */
const MEMORY = { pageBytes: 48 * MEBIBYTE, itemBytes: 3 * MEBIBYTE, items: 24 };

/** A page's figures, in the steps of apps/screen/src/report/health.ts: memory grows with what is shown until it is collected. A still picture changes none. */
export class SimulatedHealth {
  #items = Math.floor(Math.random() * MEMORY.items);

  shown(): void {
    this.#items = (this.#items + 1) % MEMORY.items;
  }

  read(manifest: Manifest | null, skewMs: number): ScreenHealth {
    const filesBytes = manifest?.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) ?? 0;
    return {
      storageQuotaBytes: QUOTA_BYTES,
      storageUsedBytes: inSteps(filesBytes, STEP.storageBytes),
      memoryUsedBytes: inSteps(MEMORY.pageBytes + this.#items * MEMORY.itemBytes, STEP.memoryBytes),
      clockSkewMs: inSteps(skewMs, STEP.skewMs) ?? 0,
      frameAgeMs: 0,
      heals: 0,
      width: 1920,
      height: 1080,
    };
  }
}
