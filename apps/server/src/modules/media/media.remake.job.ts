import { z } from 'zod';
import { autocommit } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { ToolFailure } from '../../platform/media-tools/tool-child.ts';
import { handle, type JobHandler, jobType, PRIORITY } from '../../platform/queue/job-type.ts';
import { type Derivatives, developedFormat, type FileRow, keepAsMade, RECIPES, screenBox, updateProbed } from '../files/index.ts';
import type { MediaDeps } from './media.deps.ts';
import type { Stages } from './media.stages.ts';

export const remakeJob = jobType('media.remake', z.object({ fileId: z.uuid() }), { maxAttempts: 3, priority: PRIORITY.whenever });
export const REMAKE_KEY_PREFIX = 'remake:';

/**
 * What was made of a HEIC or TIFF by an older recipe is made again: first the JPEG, then the copies for walls. Each takes the other's place at once and under a
 * key of its own, so that nothing is missing meanwhile. One that cannot be made any more keeps what it has.
 */
export function createRemakeHandler({ db, storage, tools }: MediaDeps, derivatives: Derivatives, stages: Stages): JobHandler {
  const develop = (root: FileRow) =>
    derivatives.withTemp(async (target) => {
      const format = developedFormat(root.mimetype);
      if (!format) return;
      const { width, height, thumbhash, mimetype } = await storage.withLocal(root.storage_key, (source) =>
        tools.jobImages.develop({ source, format, target }),
      );
      await derivatives.replaceFile(root.id, { role: 'display', mimetype, kind: 'image', width, height }, target);
      await updateProbed(autocommit(db), root.id, { width, height, thumbhash: Buffer.from(thumbhash, 'base64') });
    });

  const render = (display: FileRow, { root_id, rotation, width, height }: FileRow) =>
    derivatives.withTemp(async (target) => {
      const turn = rotation as 0 | 90 | 180 | 270;
      const box = screenBox({ width: width ?? 1, height: height ?? 1 });
      const made = await storage.withLocal(display.storage_key, (source) =>
        tools.jobImages.render({ source, target, turn, ...box, fit: 'inside' }),
      );
      const { mimetype } = made;
      await derivatives.replaceFile(
        root_id ?? '',
        { role: 'screen', mimetype, kind: 'image', width: made.width, height: made.height, rotation },
        target,
      );
    });

  const run = async (fileId: string) => {
    const before = await derivatives.open(fileId);
    if (!before?.find('display')) return;
    if (isOld(before.find('display'))) await develop(before.root);
    const file = await derivatives.open(fileId);
    const display = file?.find('display');
    if (!file || !display) return;
    for (const screen of file.screens) if (isOld(screen)) await render(display, screen);
    await stages.contentChanged(fileId);
  };

  return handle(remakeJob, async ({ fileId }, { isLastAttempt }) => {
    try {
      await run(fileId);
    } catch (error) {
      const isFinal = error instanceof AppError && !(error instanceof ToolFailure) && error.code !== 'DISK_FULL';
      if (!isFinal && !isLastAttempt) throw error;
      await keepAsMade(autocommit(db), fileId, RECIPES.display);
    }
  });
}

const isOld = (file: FileRow | undefined): boolean =>
  file !== undefined && file.recipe < (file.role === 'display' ? RECIPES.display : RECIPES.screen);
