import { setTimeout as sleep } from 'node:timers/promises';
import type { Album, Media } from '@vitrine/contract';
import { sql } from 'kysely';
import { withProductDatabase } from '../../../e2e/product-database.ts';
import { until } from '../../../e2e/until.ts';
import { assert } from '../round.ts';
import { assertFilmIsWhole } from '../transcode.ts';
import type { Cell, Fault } from './cell.ts';
import { uploadResumable } from './clients.ts';
import type { MadeFiles } from './made-files.ts';
import { callApi } from './requests.ts';
import { withServedTraffic, withTraffic } from './traffic.ts';

const INVITED = 5;
const NO_WORKER_MS = 90_000;
/** Time within which the leases of a dead process are released. */
const BURIED_WITHIN_MS = 45_000;
const TRANSCODED_WITHIN_MS = 180_000;

/** A worker dies while it works on a film: as it encodes, or with some of the parts in the store. */
export const workerKilled = (files: MadeFiles): Fault => ({
  name: 'transcode',
  async run(cell) {
    const { installation, random } = cell;
    const { worker } = installation.processes;
    const where = random.pick(['encoding', 'storing'] as const);
    await invite(cell);
    const dead = where === 'storing' ? killStoring(cell, random.whole(1, 4)) : killEncoding(cell, random.whole(0, 1500));
    await uploadResumable(cell, { name: 'film.mov', bytes: files.slowFilm() });
    await dead;
    await worker.start();
    await assertPlayable(cell, cell.ledger.kept.at(-1)?.mediaId ?? '');
    return `killed ${where}`;
  },
});

/** Before it puts the part of that number. */
function killStoring({ installation }: Cell, number: number): Promise<void> {
  const { worker } = installation.processes;
  let seen = 0;
  return new Promise((resolve) => {
    installation.store.watch = async (call, moment) => {
      if (call.from !== 'worker' || !call.verb.startsWith('put') || moment !== 'before' || ++seen !== number) return;
      await worker.stop('SIGKILL');
      resolve();
    };
  });
}

async function killEncoding({ installation }: Cell, afterMs: number): Promise<void> {
  await withProductDatabase(installation, async (db) => {
    const isWorking = async () =>
      (await sql`select from graphile_worker.jobs where task_identifier = 'media.video' and locked_by is not null`.execute(db)).rows
        .length > 0;
    while (!(await isWorking())) await sleep(20);
  });
  await sleep(afterMs);
  await installation.processes.worker.stop('SIGKILL');
}

async function assertPlayable({ person }: Cell, mediaId: string): Promise<void> {
  const look = () => callApi<Media>(person, 'GET', `/medias/media/${mediaId}`);
  await until('the film is processed', async () => [6, 9].includes((await look()).status), TRANSCODED_WITHIN_MS);
  const media = await look();
  assert(media.status === 6, `the film failed: ${media.failureReason}`);
  await assertFilmIsWhole(person, media);
}

/** Invites by email, which a worker sends. */
async function invite({ person, ledger, random }: Cell): Promise<void> {
  const album = await callApi<Album>(person, 'POST', '/albums', { name: `Party ${random.whole(0, 1e9)}` });
  const addresses = Array.from({ length: INVITED }, () => `guest${random.whole(0, 1e9)}@example.com`);
  const emailArr = addresses.map((email) => ({ email, permission: 'read' }));
  await callApi(person, 'PUT', `/albums/share/${album._id}`, { emailArr });
  ledger.invited.push(...addresses);
}

/**
 * Runs no worker for ninety seconds, and kills a web process meanwhile. Screens reconnect to the other process, users continue to work, and the waiting jobs
 * run afterwards.
 */
export const noWorker = (files: MadeFiles): Fault => ({
  name: 'no worker',
  async run(cell) {
    const { installation, wall, random } = cell;
    const { worker } = installation.processes;
    await worker.stop(random.pick(['SIGTERM', 'SIGKILL'] as const));
    const since = performance.now();
    await invite(cell);
    const victim = random.pick(installation.serving);
    const heard = await withTraffic(cell, files, async () => {
      await sleep(random.whole(1000, 5000));
      const { pid } = victim;
      await victim.stop('SIGKILL');
      await wall.assertBack();
      await until('the dead process is buried', () => isBuried(cell, pid), BURIED_WITHIN_MS);
      await victim.start();
    });
    const served = await withServedTraffic(cell, files, () => sleep(NO_WORKER_MS - (performance.now() - since)));
    return `${heard.done + served.done} done without a worker, ${heard.refused} refused as a process died`;
  },
});

const isBuried = ({ installation }: Cell, pid: number | undefined): Promise<boolean> =>
  withProductDatabase(installation, async (db) => {
    const row = await db
      .selectFrom('process_heartbeats')
      .select('process_id')
      .where('pid', '=', pid ?? 0)
      .executeTakeFirst();
    return row === undefined;
  });
