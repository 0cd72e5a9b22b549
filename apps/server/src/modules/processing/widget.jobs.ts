import { MEDIA_STATUS } from '@vitrine/contract';
import { createJobHandler, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Platform } from '../define-module.ts';
import type { FileRow, FilesApi } from '../files/index.ts';
import { widgetJob } from '../media/index.ts';
import { widgetDocuments } from './processing.events.ts';
import type { ProcessingStatus } from './processing-status.service.ts';

type WidgetDeps = Pick<Platform, 'db' | 'storage' | 'tools' | 'clock' | 'port'> & { files: Pick<FilesApi, 'derivatives'> };

/** Time zone of clocks in still images. */
const STILL_TIME_ZONE = 'UTC';

/** Draws the still image of a widget. Screens need only the settings, so a widget is playable when it is saved. */
export function createWidgetHandler(
  { db, storage, tools, clock, port, files: { derivatives } }: WidgetDeps,
  status: ProcessingStatus,
): JobHandler {
  /** `jobId` of a redrawing job: the still image replaces the existing one. */
  const drawStill = (root: FileRow, screenFile: FileRow, jobId?: string) =>
    derivatives.withTemp(async (target) => {
      const document = await port(widgetDocuments)(db, root.id);
      const time = { now: clock.now().getTime(), timeZone: STILL_TIME_ZONE };
      const { width, height, mimetype, thumbhash } = await storage.withLocalFile(screenFile.storage_key, (source) =>
        tools.widgetStills.draw({ source, target, document, ...time }, { account: root.owner_id }),
      );
      const probed = { width, height, thumbhash: Buffer.from(thumbhash, 'base64') };
      await derivatives.keepFile(root.id, { role: 'display', mimetype, kind: 'image', width, height, jobId }, target, probed);
    });

  const run = async (fileId: string) => {
    const family = await derivatives.open(fileId);
    const screenFile = family?.find('screen');
    if (!family || !screenFile) return;
    if (!family.find('display')) await drawStill(family.root, screenFile);
    await status.advanceTo(fileId, MEDIA_STATUS.complete);
  };

  /** Screens draw the data themselves, so that only pages are notified. A still image that cannot be drawn again stays. */
  const redraw = async (fileId: string, jobId: string) => {
    const family = await derivatives.open(fileId);
    const screenFile = family?.find('screen');
    if (!family || !screenFile) return;
    await drawStill(family.root, screenFile, jobId);
    await db.transaction().execute((tx) => status.notifyCurrentStatus(tx, fileId));
  };

  return createJobHandler(widgetJob, ({ fileId, isAgain }, context) =>
    isAgain ? redraw(fileId, context.id) : status.attempt(fileId, context, () => run(fileId)),
  );
}
