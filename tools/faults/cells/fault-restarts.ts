import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { ServerProcess } from '../../../e2e/server-process.ts';
import { assert } from '../round.ts';
import type { Cell, Fault } from './cell.ts';
import { uploadWhole } from './clients.ts';
import type { GeneratedFiles } from './generated-files.ts';
import { InvalidResponseError, request, retry } from './requests.ts';
import { shuffled } from './shuffled.ts';
import { withServedTraffic } from './traffic.ts';

const CLIENTS = 6;
const SIZES = 40;
const RESTARTS = 3;
/** Photos are never enlarged beyond this width. */
const PHOTO_WIDTH = 640;

/** Performs an update: stops and restarts every process in turn, as systemd does. No request may be refused. */
export const rollingRestart = (files: GeneratedFiles): Fault => ({
  name: 'rolling',
  async run(cell) {
    const { installation, screens, random } = cell;
    const tally = await withServedTraffic(cell, files, async () => {
      for (const server of shuffled(Object.values(installation.processes), random)) {
        await sleep(random.whole(300, 1000));
        await restart(server, 'SIGTERM');
        await screens.assertConnected();
      }
    });
    return `three processes, ${tally.succeeded} requests without a failure`;
  },
});

async function restart(server: ServerProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const code = await server.stop(signal);
  assert(signal === 'SIGKILL' || code === 0, `a process ended with ${code}:\n${server.output.slice(-2000)}`);
  await server.start();
}

/** Requests images in many sizes while the processes that render them are restarted and killed. Each response must be complete and have the requested size. */
export const renditionsDuringRestarts = (files: GeneratedFiles): Fault => ({
  name: 'renditions',
  async run(cell) {
    const { installation, random } = cell;
    await uploadWhole(cell, files.photo());
    const key = cell.ledger.files.at(-1)?.key ?? '';
    let isOver = false;
    let requests = 0;
    const sendRequests = async () => {
      for (; !isOver; requests++) await assertRendition(cell, key, 60 + random.whole(1, SIZES) * 10);
    };
    const restarts = async () => {
      for (let count = 0; count < RESTARTS; count++) {
        await sleep(random.whole(200, 1000));
        await restart(random.pick(installation.apiProcesses), random.pick(['SIGTERM', 'SIGKILL'] as const));
      }
    };
    await Promise.all([restarts().finally(() => (isOver = true)), ...Array.from({ length: CLIENTS }, sendRequests)]);
    return `${requests} images in up to ${SIZES} sizes during ${RESTARTS} restarts`;
  },
});

async function assertRendition({ person }: Cell, key: string, width: number): Promise<void> {
  const { bytes } = await retry('an image', () => request(person, `/api/uploads?key=${key}&width=${width}&fit=inside`));
  // Decode all rows, which fails for a truncated image.
  const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  // The server creates a few sizes and returns the next larger one.
  if (info.width < Math.min(width, PHOTO_WIDTH))
    throw new InvalidResponseError(`an image of width ${width} was returned with width ${info.width}`);
}
