import { MEDIA_STATUS, type Rotation } from '@vitrine/contract';
import { autocommit } from '../../platform/database/database.ts';
import { handle, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Derivatives } from '../files/index.ts';
import { type FileRow, findFile, screenBox, updateProbed } from '../files/index.ts';
import type { MediaDeps } from './media.deps.ts';
import { imageJob } from './media.job-types.ts';
import type { Stages } from './media.stages.ts';
import { listRotations } from './media.store.ts';

/**
 * HEIC: a JPEG at full size. All: the copy for walls, upright and at most 4K, whose bytes screens check; one for each way an
 * album shows it turned; and how it looks from afar. Here a picture is decoded for the first time: one that is damaged fails.
 */
export function createImageHandler({ db, storage, tools }: MediaDeps, derivatives: Derivatives, stages: Stages): JobHandler {
  const develop = (root: FileRow) =>
    derivatives.withTemp(async (target) => {
      const source = await storage.localPath(root.storage_key);
      const { width, height, thumbhash, mimetype } = await tools.jobImages.develop({ source, target });
      await derivatives.keepFile(root.id, { role: 'display', mimetype, kind: 'image', width, height }, target);
      await updateProbed(autocommit(db), root.id, { width, height, thumbhash: Buffer.from(thumbhash, 'base64') });
    });

  const renderForScreens = (rootId: string, sourceKey: string, size: { width: number; height: number }, rotation: Rotation) =>
    derivatives.withTemp(async (target) => {
      const source = await storage.localPath(sourceKey);
      const { width, height, mimetype } = await tools.jobImages.render({
        source,
        target,
        turn: rotation,
        ...screenBox(size),
        fit: 'inside',
      });
      await derivatives.keepFile(rootId, { role: 'screen', mimetype, kind: 'image', width, height, rotation }, target);
    });

  const hash = async ({ id, storage_key }: FileRow) => {
    const thumbhash = await tools.jobImages.hash({ source: await storage.localPath(storage_key) });
    await updateProbed(autocommit(db), id, { thumbhash: Buffer.from(thumbhash, 'base64') });
  };

  const run = async (fileId: string) => {
    let file = await derivatives.open(fileId);
    if (!file) return;
    if (file.root.mimetype === 'image/heic' && !file.find('display')) {
      await develop(file.root);
      file = await derivatives.open(fileId);
      if (!file) return;
    }
    const source = file.find('display') ?? file.root;
    for (const rotation of await listRotations(db, fileId)) {
      if (file.find('screen', rotation)) continue;
      const [width, height] = rotation % 180 === 0 ? [source.width, source.height] : [source.height, source.width];
      await renderForScreens(fileId, source.storage_key, { width: width ?? 1, height: height ?? 1 }, rotation);
    }
    if (!file.root.thumbhash) await hash(file.root);
    if (await findFile(db, fileId)) await stages.reach(fileId, MEDIA_STATUS.complete);
  };

  return handle(imageJob, ({ fileId }, context) => stages.attempt(fileId, context, () => run(fileId)));
}
