import { setTimeout as sleep } from 'node:timers/promises';
import type { Album, Media } from '@vitrine/contract';
import { sql } from 'kysely';
import { withProductDatabase } from '../../../e2e/product-database.ts';
import { until } from '../../../e2e/until.ts';
import { assert } from '../round.ts';
import { assertVideoComplete } from '../transcode.ts';
import type { Cell, Fault } from './cell.ts';
import { uploadResumable } from './clients.ts';
import type { GeneratedFiles } from './generated-files.ts';
import { callApi } from './requests.ts';
import { withServedTraffic, withTraffic } from './traffic.ts';

const INVITATIONS = 5;
const NO_WORKER_MS = 90_000;
/** Time within which the leases of a dead process are released. */
const CLEANUP_TIMEOUT_MS = 45_000;
const TRANSCODED_WITHIN_MS = 180_000;

/** Kills a worker while it processes a video: during encoding, or after some parts were stored. */
export const workerKills = (files: GeneratedFiles): Fault => ({
  name: 'transcode',
  async run(cell) {
    const { installation, random } = cell;
    const { worker } = installation.processes;
    const phase = random.pick(['encoding', 'storing'] as const);
    await invite(cell);
    const killed = phase === 'storing' ? killDuringStorage(cell, random.whole(1, 4)) : killDuringEncoding(cell, random.whole(0, 1500));
    await uploadResumable(cell, { name: 'film.mov', bytes: files.slowFilm() });
    await killed;
    await worker.start();
    await assertPlayable(cell, cell.ledger.files.at(-1)?.mediaId ?? '');
    return `killed ${phase}`;
  },
});

/** Kills the worker before it stores the object with this number. */
function killDuringStorage({ installation }: Cell, number: number): Promise<void> {
  const { worker } = installation.processes;
  let putCount = 0;
  return new Promise((resolve) => {
    installation.store.onCall = async (call, moment) => {
      if (call.from !== 'worker' || !call.verb.startsWith('put') || moment !== 'before' || ++putCount !== number) return;
      await worker.stop('SIGKILL');
      resolve();
    };
  });
}

async function killDuringEncoding({ installation }: Cell, afterMs: number): Promise<void> {
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
  const readMedia = () => callApi<Media>(person, 'GET', `/medias/media/${mediaId}`);
  await until('the film is processed', async () => [6, 9].includes((await readMedia()).status), TRANSCODED_WITHIN_MS);
  const media = await readMedia();
  assert(media.status === 6, `the film failed: ${media.failureReason}`);
  await assertVideoComplete(person, media);
}

/** Invites by email, which a worker sends. */
async function invite({ person, ledger, random }: Cell): Promise<void> {
  const album = await callApi<Album>(person, 'POST', '/albums', { name: `Party ${random.whole(0, 1e9)}` });
  const addresses = Array.from({ length: INVITATIONS }, () => `guest${random.whole(0, 1e9)}@example.com`);
  const emailArr = addresses.map((email) => ({ email, permission: 'read' }));
  await callApi(person, 'PUT', `/albums/share/${album._id}`, { emailArr });
  ledger.invited.push(...addresses);
}

/**
 * Runs no worker for ninety seconds, and kills a web process during that time. Screens reconnect to the other process, users continue to work, and the waiting jobs
 * run afterwards.
 */
export const noWorker = (files: GeneratedFiles): Fault => ({
  name: 'no worker',
  async run(cell) {
    const { installation, screens, random } = cell;
    const { worker } = installation.processes;
    await worker.stop(random.pick(['SIGTERM', 'SIGKILL'] as const));
    const since = performance.now();
    await invite(cell);
    const target = random.pick(installation.apiProcesses);
    const outage = await withTraffic(cell, files, async () => {
      await sleep(random.whole(1000, 5000));
      const { pid } = target;
      await target.stop('SIGKILL');
      await screens.assertConnected();
      await until('the killed process is removed from the list of processes', () => isCleanedUp(cell, pid), CLEANUP_TIMEOUT_MS);
      await target.start();
    });
    const stable = await withServedTraffic(cell, files, () => sleep(NO_WORKER_MS - (performance.now() - since)));
    return `${outage.succeeded + stable.succeeded} succeeded without a worker, ${outage.refused} refused when a process was killed`;
  },
});

const isCleanedUp = ({ installation }: Cell, pid: number | undefined): Promise<boolean> =>
  withProductDatabase(installation, async (db) => {
    const row = await db
      .selectFrom('process_heartbeats')
      .select('process_id')
      .where('pid', '=', pid ?? 0)
      .executeTakeFirst();
    return row === undefined;
  });
