import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { withProductDatabase } from '../../../e2e/product-database.ts';
import { until } from '../../../e2e/until.ts';
import type { Cell, Fault } from './cell.ts';
import { uploadResumable, uploadWhole } from './clients.ts';
import type { GeneratedFiles } from './generated-files.ts';
import type { ProcessName } from './installation.ts';
import { retry } from './requests.ts';
import { shuffled } from './shuffled.ts';
import { FORM_STEPS, RESUMABLE_STEPS, type Step } from './upload-steps.ts';

/** Larger than two full parts of the store. */
const LARGE_BYTES = 36_000_000;
const STEP_TIMEOUT_MS = 60_000;
const CHUNK_BYTES = 1_000_000;

/** Kills a process at each step of an upload. The client continues automatically, and no acknowledged upload may be lost. */
export const uploadKills = (files: GeneratedFiles): Fault => ({
  name: 'uploads',
  async run(cell) {
    const uploads: Promise<unknown>[] = [];
    const steps = shuffled([...RESUMABLE_STEPS, ...FORM_STEPS], cell.random);
    for (const step of steps) {
      const killer = createKiller(cell, step);
      const upload = FORM_STEPS.includes(step) ? sendForm(cell, files, killer) : sendResumable(cell, files, killer);
      // A failure is thrown below, or by `until` when the step is not reached.
      upload.catch(() => undefined);
      uploads.push(upload);
      await until(`an upload that is killed: ${step.name}`, async () => killer.killed.length > 0, STEP_TIMEOUT_MS);
      await cell.installation.heal();
    }
    for (const upload of uploads) await upload;
    return `${steps.length} kills, first: ${steps[0]?.name}`;
  },
});

interface Killer {
  step: Step;
  killed: number[];
  /** Sets the upload to wait for: by id, or by size for a form, whose id is not known in advance. */
  setTarget(uploadId: string | undefined, sizeBytes?: number): void;
  kill(pid: number | undefined): Promise<void>;
}

function createKiller({ installation }: Cell, step: Step): Killer {
  const killed: number[] = [];
  const kill = async (pid: number | undefined) => {
    const target = installation.apiProcesses.find((server) => server.pid === pid);
    if (!target || killed.length > 0) return;
    killed.push(target.port);
    await target.stop('SIGKILL');
  };
  return {
    step,
    killed,
    kill,
    setTarget(uploadId, sizeBytes) {
      if (!('call' in step)) return;
      installation.store.onCall = async (call, moment) => {
        const isTarget = uploadId === undefined ? call.sizeBytes === sizeBytes : call.key.includes(uploadId);
        if (isTarget && moment === step.at && step.call(call)) await kill(installation.processes[call.from as ProcessName].pid);
      };
    },
  };
}

/** Uploads a photo with a form, and sends the form again after a failure. */
function sendForm(cell: Cell, files: GeneratedFiles, killer: Killer): Promise<unknown> {
  const bytes = files.photo();
  killer.setTarget(undefined, bytes.length);
  return retry('a form', async () => (await uploadWhole(cell, bytes), true));
}

async function sendResumable(cell: Cell, files: GeneratedFiles, { step, setTarget, kill, killed }: Killer): Promise<void> {
  const bytes = files.film(LARGE_BYTES);
  let id = '';
  const killLockingProcess = async () => kill(await withProductDatabase(cell.installation, (db) => findLockingProcess(db, id)));
  await uploadResumable(cell, {
    name: 'film.mp4',
    bytes,
    onCreated(uploadId) {
      id = uploadId;
      setTarget(id);
      if (step.at === 'created') void kill(cell.random.pick(cell.installation.apiProcesses).pid);
      if (step.at === 'recorded') void waitUntilRecorded(cell, id).then(kill);
    },
    bodyFrom: (offset) =>
      step.at === 'in the middle of a part' && killed.length === 0 ? stallingBody(bytes.subarray(offset), killLockingProcess) : undefined,
  });
}

/** Sends half of the remaining bytes and then stalls until the receiving process is killed. */
function stallingBody(bytes: Buffer, kill: () => Promise<void>): ReadableStream {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (sent < bytes.length / 2) {
        controller.enqueue(new Uint8Array(bytes.subarray(sent, sent + CHUNK_BYTES)));
        sent += CHUNK_BYTES;
        return;
      }
      await kill();
      controller.error(new Error('the process was killed'));
    },
  });
}

/** Waits until the upload's row exists. Returns the id of the process that last locked it, if any. */
async function waitUntilRecorded({ installation }: Cell, id: string): Promise<number | undefined> {
  return withProductDatabase(installation, async (db) => {
    let pid: number | undefined;
    const isRecorded = async () => (await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    for (; !(await isRecorded()); await sleep(5)) pid = (await findLockingProcess(db, id)) ?? pid;
    return pid;
  });
}

/** Returns the id of the process that has locked this upload. */
async function findLockingProcess(db: Database, uploadId: string): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pid from upload_reservations join process_heartbeats on process_id::text = split_part(held_by, ':', 1)
    where id = ${uploadId}`.execute(db);
  return rows[0]?.pid;
}
