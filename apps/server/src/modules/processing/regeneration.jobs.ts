import { z } from 'zod';
import { autocommit } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { ToolError } from '../../platform/media-tools/tool-child.ts';
import { createJobHandler, defineJob, type JobContext, type JobHandler, PRIORITY } from '../../platform/queue/job-type.ts';
import type { Platform } from '../define-module.ts';
import {
  COLOURS_RECIPE,
  type DerivativesService,
  type FileRow,
  getDevelopedFormat,
  getScreenBox,
  hdBox,
  isLargerThanHd,
  RENDER_VERSIONS,
  raiseRecipe,
  updateProbeResult,
} from '../files/index.ts';
import type { ProcessingStatus } from './processing-status.service.ts';

export const regenerateJob = defineJob('media.remake', z.object({ fileId: z.uuid() }), { maxAttempts: 3, priority: PRIORITY.background });
export const REGENERATE_JOB_KEY_PREFIX = 'remake:';

const sizeOf = ({ width, height }: FileRow) => ({ width: width ?? 1, height: height ?? 1 });

/**
 * Updates derivatives of older versions for a photo, in two steps:
 * - The JPEG of a HEIC or TIFF is made again, and its screen copies from that. Each replaces the old one at once and under a new key, so that nothing is
 *   missing in between.
 * - Screen copies get an additional HD copy. Screens play the screen copy until then.
 * A photo that can no longer be decoded keeps what it has.
 */
export function createRegenerateHandler(
  { db, storage, tools }: Pick<Platform, 'db' | 'storage' | 'tools'>,
  derivatives: DerivativesService,
  stages: ProcessingStatus,
): JobHandler {
  const develop = (root: FileRow) =>
    derivatives.withTemp(async (target) => {
      const format = getDevelopedFormat(root.mimetype);
      if (!format) return;
      const { width, height, thumbhash, mimetype } = await storage.withLocalFile(root.storage_key, (source) =>
        tools.jobImages.develop({ source, format, target }),
      );
      await derivatives.replaceFile(root.id, { role: 'display', mimetype, kind: 'image', width, height }, target);
      await updateProbeResult(autocommit(db), root.id, { width, height, thumbhash: Buffer.from(thumbhash, 'base64') });
    });

  const render = (rootId: string, display: FileRow, screen: FileRow) =>
    derivatives.withTemp(async (target) => {
      const turn = screen.rotation as 0 | 90 | 180 | 270;
      const { mimetype, width, height } = await storage.withLocalFile(display.storage_key, (source) =>
        tools.jobImages.render({ source, target, turn, ...getScreenBox(sizeOf(screen)), fit: 'inside' }),
      );
      const made = { role: 'screen', mimetype, kind: 'image', width, height, rotation: turn, recipe: COLOURS_RECIPE } as const;
      await derivatives.replaceFile(rootId, made, target);
    });

  const addHd = (rootId: string, screen: FileRow) =>
    derivatives.withTemp(async (target) => {
      const { mimetype, width, height } = await storage.withLocalFile(screen.storage_key, (source) =>
        tools.jobImages.render({ source, target, ...hdBox(sizeOf(screen)), fit: 'inside' }),
      );
      const made = { role: 'screen_hd', mimetype, kind: 'image', width, height, rotation: screen.rotation } as const;
      await derivatives.keepFile(rootId, made, target);
    });

  /** Returns whether screens have something new to play. */
  const remakeDeveloped = async (fileId: string): Promise<boolean> => {
    const before = await derivatives.open(fileId);
    const display = before?.find('display');
    if (!before || !display) return false;
    const isOutdated = display.recipe < RENDER_VERSIONS.display;
    if (isOutdated) await develop(before.root);
    const file = await derivatives.open(fileId);
    const source = file?.find('display');
    if (!file || !source) return false;
    const old = file.screens.filter(({ recipe }) => recipe < COLOURS_RECIPE);
    for (const screen of old) await render(fileId, source, screen);
    return isOutdated || old.length > 0;
  };

  /** Returns whether screens have something new to play. */
  const addHdCopies = async (fileId: string): Promise<boolean> => {
    const file = await derivatives.open(fileId);
    const without = (file?.screens ?? []).filter(
      (screen) => screen.recipe < RENDER_VERSIONS.screen && isLargerThanHd(sizeOf(screen)) && !file?.find('screen_hd', screen.rotation),
    );
    for (const screen of without) await addHd(fileId, screen);
    await raiseRecipe(autocommit(db), fileId, ['screen'], RENDER_VERSIONS.screen);
    return without.length > 0;
  };

  return createJobHandler(regenerateJob, async ({ fileId }, context) => {
    const giveUp = (roles: readonly ('display' | 'screen')[], recipe: number) => () => raiseRecipe(autocommit(db), fileId, roles, recipe);
    const isRemade = await attempt(() => remakeDeveloped(fileId), context, giveUp(['display', 'screen'], COLOURS_RECIPE));
    const hasHd = await attempt(() => addHdCopies(fileId), context, giveUp(['screen'], RENDER_VERSIONS.screen));
    if (isRemade || hasHd) await stages.markContentChanged(fileId);
  });
}

/** Runs a step. When the photo cannot be decoded, `giveUp` marks its files, so that the step is not repeated for ever. */
async function attempt(step: () => Promise<boolean>, { isLastAttempt }: JobContext, giveUp: () => Promise<unknown>): Promise<boolean> {
  try {
    return await step();
  } catch (error) {
    const isFinal = error instanceof AppError && !(error instanceof ToolError) && error.code !== 'DISK_FULL';
    if (!isFinal && !isLastAttempt) throw error;
    await giveUp();
    return false;
  }
}
