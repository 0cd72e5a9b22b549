import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { ServerProcess } from '../../../e2e/server-process.ts';
import { assert } from '../round.ts';
import type { Cell, Fault } from './cell.ts';
import { uploadWhole } from './clients.ts';
import type { MadeFiles } from './made-files.ts';
import { persist, request, WrongAnswer } from './requests.ts';
import { shuffled } from './shuffled.ts';
import { withServedTraffic } from './traffic.ts';

/** `fail_timeout` of the proxy: until then it uses the other processes only. */
const PROXY_FORGIVES_MS = 5500;
const ASKERS = 6;
const SIZES = 40;
const RESTARTS = 3;
/** Nothing is made larger than it is. */
const PHOTO_WIDTH = 640;

/** Performs an update: stops and restarts every process in turn, as systemd does. No request may be refused. */
export const rollingRestart = (files: MadeFiles): Fault => ({
  name: 'rolling',
  async run(cell) {
    const { installation, wall, random } = cell;
    const tally = await withServedTraffic(cell, files, async () => {
      for (const one of shuffled(Object.values(installation.processes), random)) {
        await sleep(random.whole(300, 1000));
        await restart(one, 'SIGTERM');
        await wall.assertBack();
        await sleep(PROXY_FORGIVES_MS);
      }
    });
    return `three processes, ${tally.done} requests, none failed`;
  },
});

async function restart(one: ServerProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const code = await one.stop(signal);
  assert(signal === 'SIGKILL' || code === 0, `a process ended with ${code}:\n${one.output.slice(-2000)}`);
  await one.start();
}

/** Requests images in many sizes while the processes that render them are restarted and killed. Each response must be complete and have the requested size. */
export const renditionsThroughRestarts = (files: MadeFiles): Fault => ({
  name: 'renditions',
  async run(cell) {
    const { installation, random } = cell;
    await uploadWhole(cell, files.photo());
    const key = cell.ledger.kept.at(-1)?.key ?? '';
    let isOver = false;
    let asked = 0;
    const ask = async () => {
      for (; !isOver; asked++) await assertRendition(cell, key, 60 + random.whole(1, SIZES) * 10);
    };
    const restarts = async () => {
      for (let turn = 0; turn < RESTARTS; turn++) {
        await sleep(random.whole(200, 1000));
        await restart(random.pick(installation.serving), random.pick(['SIGTERM', 'SIGKILL'] as const));
      }
    };
    await Promise.all([restarts().finally(() => (isOver = true)), ...Array.from({ length: ASKERS }, ask)]);
    return `${asked} pictures in up to ${SIZES} sizes through ${RESTARTS} restarts`;
  },
});

async function assertRendition({ person }: Cell, key: string, width: number): Promise<void> {
  const { bytes } = await persist('a picture', () => request(person, `/api/uploads?key=${key}&width=${width}&fit=inside`));
  // Decoded to its last row.
  const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  // The server makes a few sizes, and gives the next larger.
  if (info.width < Math.min(width, PHOTO_WIDTH)) throw new WrongAnswer(`a picture of ${width} came ${info.width} wide`);
}
