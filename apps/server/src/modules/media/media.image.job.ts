import { MEDIA_STATUS } from '@vitrine/contract';
import { handle, type JobHandler } from '../../platform/queue/job-type.ts';
import { type FileRow, findFile, updateProbed } from './files.store.ts';
import type { MediaDeps } from './media.deps.ts';
import type { Derivatives } from './media.derivatives.ts';
import { imageJob } from './media.job-types.ts';

import { screenBox } from './media.rules.ts';
import type { Stages } from './media.stages.ts';

/** HEIC: a JPEG at full size. All: the copy for walls, upright and at most 4K, whose bytes screens check. */
export function createImageHandler({ db, storage, tools }: MediaDeps, derivatives: Derivatives, stages: Stages): JobHandler {
  const develop = (root: FileRow) =>
    derivatives.withTemp(async (target) => {
      const source = await storage.localPath(root.storage_key);
      const { width, height, thumbhash, takenAt, mimetype } = await tools.images.develop({ source, target });
      await derivatives.keepFile(root.id, { role: 'display', mimetype, kind: 'image', width, height }, target);
      await updateProbed(db, root.id, { width, height, thumbhash: thumbhash ? Buffer.from(thumbhash, 'base64') : null, taken_at: takenAt });
    });

  const renderForScreens = (rootId: string, sourceKey: string, size: { width: number; height: number }) =>
    derivatives.withTemp(async (target) => {
      const source = await storage.localPath(sourceKey);
      const { width, height, mimetype } = await tools.images.render({ source, target, ...screenBox(size), fit: 'inside' });
      await derivatives.keepFile(rootId, { role: 'screen', mimetype, kind: 'image', width, height }, target);
    });

  const run = async (fileId: string) => {
    let file = await derivatives.open(fileId);
    if (!file) return;
    if (file.root.mimetype === 'image/heic' && !file.find('display')) {
      await develop(file.root);
      file = await derivatives.open(fileId);
      if (!file) return;
    }
    if (!file.find('screen')) {
      const source = file.find('display') ?? file.root;
      await renderForScreens(fileId, source.storage_key, { width: source.width ?? 1, height: source.height ?? 1 });
    }
    if (await findFile(db, fileId)) await stages.reach(fileId, MEDIA_STATUS.complete);
  };

  return handle(imageJob, ({ fileId }, context) => stages.attempt(fileId, context, () => run(fileId)));
}
