import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './cell.ts';
import type { GeneratedFiles } from './generated-files.ts';
import type { StoreFault } from './store-proxy.ts';
import { withTraffic } from './traffic.ts';

const DURATION_MS = 15_000;
const MAX_SHARE = 0.9;

/** Makes the object store cut connections, respond slowly or report overload for a share of the requests during traffic. */
export const storeFault = (fault: StoreFault, files: GeneratedFiles): Fault => ({
  name: `store ${fault}`,
  async run(cell) {
    const { installation, random } = cell;
    const share = random.between(0.2, MAX_SHARE);
    const { succeeded, refused } = await withTraffic(cell, files, async () => {
      installation.store.injectFault(fault, share);
      await sleep(DURATION_MS);
      installation.store.heal();
    });
    return `${Math.round(share * 100)} % of the requests for 15 s, ${succeeded} succeeded, ${refused} refused`;
  },
});
