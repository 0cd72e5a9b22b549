import type { Manifest, ScreenHealth } from '@vitrine/contract/screens';
import { MEBIBYTE, ROUNDING_STEPS, roundToStep } from '../../apps/screen/src/report/health.ts';

const QUOTA_BYTES = 64 * 1024 * MEBIBYTE;
/** Memory of the page and of each item, and the number of items after which garbage is collected. */
const MEMORY = { pageBytes: 48 * MEBIBYTE, itemBytes: 3 * MEBIBYTE, items: 24 };

/** Health values of a page, rounded as in apps/screen/src/report/health.ts. Memory grows with each item until garbage is collected. */
export class SimulatedHealth {
  #items = Math.floor(Math.random() * MEMORY.items);

  countItem(): void {
    this.#items = (this.#items + 1) % MEMORY.items;
  }

  read(manifest: Manifest | null, skewMs: number): ScreenHealth {
    const filesBytes = manifest?.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) ?? 0;
    return {
      storageQuotaBytes: QUOTA_BYTES,
      storageUsedBytes: roundToStep(filesBytes, ROUNDING_STEPS.storageBytes),
      memoryUsedBytes: roundToStep(MEMORY.pageBytes + this.#items * MEMORY.itemBytes, ROUNDING_STEPS.memoryBytes),
      clockSkewMs: roundToStep(skewMs, ROUNDING_STEPS.skewMs) ?? 0,
      frameAgeMs: 0,
      heals: 0,
      width: 1920,
      height: 1080,
    };
  }
}
