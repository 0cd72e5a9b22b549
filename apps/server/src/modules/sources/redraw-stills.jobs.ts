import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { createJobHandler, defineJob, type JobHandler, PRIORITY } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { Platform } from '../define-module.ts';
import { enqueueWidgetRedraw } from '../media/index.ts';
import { getRedrawTime } from './schedule.rules.ts';
import { listStillsOfSource } from './sources.read-model.ts';

/** Widgets for which one run enqueues jobs. A source may be used by thousands. */
const PAGE_SIZE = 200;

/** Enqueues the redrawing of the still images of all widgets that draw a source. `after`: continues behind the widget with this file. */
const redrawStillsJob = defineJob(
  'sources.redraw-stills',
  z.object({ sourceId: z.uuid(), isFirst: z.boolean(), after: z.uuid().optional() }),
  { priority: PRIORITY.background },
);

/** Redraws still images after a document changed. `isFirst`: the source had no data before, so that no image shows any. */
export const enqueueRedrawStills = (tx: Tx, queue: Queue, change: { sourceId: string; isFirst: boolean }): Promise<void> =>
  queue.add(tx, redrawStillsJob, change, { key: `redraw-stills:${change.isFirst}:${change.sourceId}` });

export const createRedrawStillsHandler = ({ db, queue, clock }: Pick<Platform, 'db' | 'queue' | 'clock'>): JobHandler =>
  createJobHandler(redrawStillsJob, ({ sourceId, isFirst, after }) =>
    db.transaction().execute(async (tx) => {
      const stills = await listStillsOfSource(tx, sourceId, { after, limit: PAGE_SIZE });
      for (const { fileId, ownerId, drawnAt } of stills)
        await enqueueWidgetRedraw(tx, queue, { fileId, ownerId, runAt: getRedrawTime(drawnAt, isFirst, clock.now()) });
      const last = stills.length === PAGE_SIZE ? stills.at(-1) : undefined;
      if (last) await queue.add(tx, redrawStillsJob, { sourceId, isFirst, after: last.fileId });
    }),
  );
