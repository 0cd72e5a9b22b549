import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './cell.ts';
import type { MadeFiles } from './made-files.ts';
import type { Mood } from './store-gate.ts';
import { withTraffic } from './traffic.ts';

const LASTS_MS = 15_000;
const WAIT_AT_MOST = 0.9;

/** The object store cuts connections, is slow or has too much to do, for a share of the calls, while people work. */
export const storeTroubled = (mood: Mood, files: MadeFiles): Fault => ({
  name: `store ${mood}`,
  async run(cell) {
    const { installation, random } = cell;
    const share = random.between(0.2, WAIT_AT_MOST);
    const { done, refused } = await withTraffic(cell, files, async () => {
      installation.store.trouble(mood, share);
      await sleep(LASTS_MS);
      installation.store.heal();
    });
    return `${Math.round(share * 100)} % of the calls for 15 s, ${done} done, ${refused} refused`;
  },
});
