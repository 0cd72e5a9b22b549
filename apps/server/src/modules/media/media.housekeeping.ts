import { LIMITS } from '@vitrine/contract';
import { autocommit } from '../../platform/database/database.ts';
import type { PeriodicTask } from '../../platform/queue/periodic.ts';
import { listOutdated, listWithoutHd, RECIPES } from '../files/index.ts';
import { listOverdue } from './bin.store.ts';
import type { Bin } from './media.bin.ts';
import type { MediaDeps } from './media.deps.ts';
import { askForFacts } from './media.facts.job.ts';
import { JOB_KEY_PREFIX } from './media.job-types.ts';
import { REMAKE_KEY_PREFIX, remakeJob } from './media.remake.job.ts';
import type { Stages } from './media.stages.ts';
import { listAbandoned } from './media.store.ts';
import type { Zips } from './media.zip.ts';
import { deleteChosenBefore } from './upload-order.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ABANDONED_MINUTES = 2;
const BATCH = 100;
/** Longer than an upload can be taken up again after it was cut off. */
const CHOSEN_HOURS = 72;
/** HEIC and TIFF decoded again per minute: each takes a few seconds. */
const REMADE_PER_MINUTE = 4;
/** HD copies made of existing photos per minute: each takes about a tenth of a second. */
const HD_PER_MINUTE = 60;

/** What interrupted work left behind goes, at the start and from then on. */
export function createHousekeeping({ db, queue }: MediaDeps, stages: Stages, bin: Bin, zips: Zips): PeriodicTask[] {
  /** Albums that went to the bin are purged by their own module, with what went with them. */
  const clearBin = async () => {
    const purgeSome = () =>
      db.transaction().execute(async (tx) => {
        const overdue = await listOverdue(tx, LIMITS.binDays, BATCH);
        await bin.purgeMedia(tx, overdue);
        return overdue.length;
      });
    while ((await purgeSome()) === BATCH);
  };
  const failAbandoned = async () => {
    for (const { fileId } of await listAbandoned(db, JOB_KEY_PREFIX, ABANDONED_MINUTES)) {
      await stages.giveUp(fileId, 'Processing failed after several attempts.');
    }
  };
  const remakeOutdated = () =>
    db.transaction().execute(async (tx) => {
      const outdated = await listOutdated(tx, RECIPES.display, REMAKE_KEY_PREFIX, REMADE_PER_MINUTE);
      const withoutHd = await listWithoutHd(tx, REMAKE_KEY_PREFIX, HD_PER_MINUTE);
      for (const fileId of new Set([...outdated, ...withoutHd]))
        await queue.add(tx, remakeJob, { fileId }, { key: `${REMAKE_KEY_PREFIX}${fileId}` });
    });
  return [
    { name: 'media.facts', everyMs: MINUTE_MS, run: () => askForFacts(db, queue) },
    { name: 'media.remake', everyMs: MINUTE_MS, run: remakeOutdated },
    { name: 'media.chosen', everyMs: HOUR_MS, run: async () => void (await deleteChosenBefore(autocommit(db), CHOSEN_HOURS)) },
    { name: 'media.zips', everyMs: HOUR_MS, run: zips.sweep },
    { name: 'media.bin', everyMs: 10 * MINUTE_MS, run: clearBin },
    { name: 'media.abandoned', everyMs: MINUTE_MS, run: failAbandoned },
  ];
}
