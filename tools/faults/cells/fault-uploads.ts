import { setTimeout as sleep } from 'node:timers/promises';
import { withProductDatabase } from '../../../e2e/product-database.ts';
import { until } from '../../../e2e/until.ts';
import type { Cell, Fault } from './cell.ts';
import { uploadResumable, uploadWhole } from './clients.ts';
import type { ProcessName } from './installation.ts';
import type { MadeFiles } from './made-files.ts';
import { persist } from './requests.ts';
import { shuffled } from './shuffled.ts';
import { holderOf } from './upload-holders.ts';
import { RESUMABLE_STEPS, type Step, WHOLE_STEPS } from './upload-steps.ts';

/** Two full parts of the store and a bit. */
const LARGE_BYTES = 36_000_000;
const REACHED_WITHIN_MS = 60_000;
const CHUNK_BYTES = 1_000_000;

/** Kills a process at each step of an upload. The client continues on its own, and no acknowledged upload may be lost. */
export const uploadKilled = (files: MadeFiles): Fault => ({
  name: 'uploads',
  async run(cell) {
    const going: Promise<unknown>[] = [];
    const steps = shuffled([...RESUMABLE_STEPS, ...WHOLE_STEPS], cell.random);
    for (const step of steps) {
      const killer = createKiller(cell, step);
      const upload = WHOLE_STEPS.includes(step) ? sendWhole(cell, files, killer) : sendResumable(cell, files, killer);
      // A failure is reported at the end, or when its step does not come.
      upload.catch(() => undefined);
      going.push(upload);
      await until(`an upload that is killed: ${step.name}`, async () => killer.killed.length > 0, REACHED_WITHIN_MS);
      await cell.installation.heal();
    }
    for (const upload of going) await upload;
    return `${steps.length} kills, the first ${steps[0]?.name}`;
  },
});

interface Killer {
  step: Step;
  killed: number[];
  /** Which upload it waits for; a form has no name before it is stored. */
  aim(uploadId: string | undefined, sizeBytes?: number): void;
  kill(pid: number | undefined): Promise<void>;
}

function createKiller({ installation }: Cell, step: Step): Killer {
  const killed: number[] = [];
  const kill = async (pid: number | undefined) => {
    const victim = installation.serving.find((one) => one.pid === pid);
    if (!victim || killed.length > 0) return;
    killed.push(victim.port);
    await victim.stop('SIGKILL');
  };
  return {
    step,
    killed,
    kill,
    aim(uploadId, sizeBytes) {
      if (!('call' in step)) return;
      installation.store.watch = async (call, moment) => {
        const isIt = uploadId === undefined ? call.sizeBytes === sizeBytes : call.key.includes(uploadId);
        if (isIt && moment === step.at && step.call(call)) await kill(installation.processes[call.from as ProcessName].pid);
      };
    },
  };
}

/** A form that was not answered is sent again, as people do. */
function sendWhole(cell: Cell, files: MadeFiles, killer: Killer): Promise<unknown> {
  const bytes = files.photo();
  killer.aim(undefined, bytes.length);
  return persist('a form', async () => (await uploadWhole(cell, bytes), true));
}

async function sendResumable(cell: Cell, files: MadeFiles, { step, aim, kill, killed }: Killer): Promise<void> {
  const bytes = files.film(LARGE_BYTES);
  let id = '';
  const killHolder = async () => kill(await withProductDatabase(cell.installation, (db) => holderOf(db, id)));
  await uploadResumable(cell, {
    name: 'film.mp4',
    bytes,
    onBegun(begun) {
      id = begun;
      aim(id);
      if (step.at === 'begun') void kill(cell.random.pick(cell.installation.serving).pid);
      if (step.at === 'recorded') void whenRecorded(cell, id).then(kill);
    },
    bodyFrom: (offset) =>
      step.at === 'in the middle of a part' && killed.length === 0 ? stallingBody(bytes.subarray(offset), killHolder) : undefined,
  });
}

/** Half of what is left, and then nothing until the process that takes it is dead. */
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
      controller.error(new Error('the process is gone'));
    },
  });
}

/** Waits until the upload's row exists. Returns the id of the process that had it; undefined once the row is no longer locked. */
async function whenRecorded({ installation }: Cell, id: string): Promise<number | undefined> {
  return withProductDatabase(installation, async (db) => {
    let pid: number | undefined;
    const isRecorded = async () => (await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    for (; !(await isRecorded()); await sleep(5)) pid = (await holderOf(db, id)) ?? pid;
    return pid;
  });
}
