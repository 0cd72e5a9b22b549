import { MEDIA_STATUS, type Rotation } from '@vitrine/contract';
import { autocommit } from '../../platform/database/database.ts';
import type { Asker } from '../../platform/fair-lanes.ts';
import { handle, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Derivatives } from '../files/index.ts';
import { type FileRow, findFile, isHeavy, screenBox, updateProbed } from '../files/index.ts';
import type { MediaDeps } from './media.deps.ts';
import { imageJob } from './media.job-types.ts';
import type { Stages } from './media.stages.ts';
import { listRotations } from './media.store.ts';

interface Opened {
  root: FileRow;
  /** What it is rendered from. */
  source: FileRow;
}

/** The accounts whose pictures wait for a decoder take turns. */
const askerOf = (root: FileRow): Asker => ({ account: root.owner_id, isHeavy: isHeavy(root) });

/**
 * HEIC: a JPEG at full size. All: the copy for walls, upright and at most 4K, whose bytes screens check; one for each way an
 * album shows it turned; and how it looks from afar. Here a picture is decoded for the first time: one that is damaged fails.
 */
export function createImageHandler({ db, storage, tools }: MediaDeps, derivatives: Derivatives, stages: Stages): JobHandler {
  const develop = (root: FileRow) =>
    derivatives.withTemp(async (target) => {
      const source = await storage.localPath(root.storage_key);
      const { width, height, thumbhash, mimetype } = await tools.jobImages.develop({ source, target }, askerOf(root));
      const probed = { width, height, thumbhash: Buffer.from(thumbhash, 'base64') };
      await derivatives.keepFile(root.id, { role: 'display', mimetype, kind: 'image', width, height }, target, probed);
    });

  /** How the original looks from afar is read from the copy that is not turned, while it is at hand. Answers whether it is known then. */
  const renderForScreens = ({ root, source }: Opened, rotation: Rotation) =>
    derivatives.withTemp(async (target) => {
      const from = await storage.localPath(source.storage_key);
      const turned = rotation % 180 === 0 ? source : { width: source.height, height: source.width };
      const args = { source: from, target, turn: rotation, ...screenBox({ width: turned.width ?? 1, height: turned.height ?? 1 }) };
      const withHash = root.thumbhash === null && rotation === 0;
      const { width, height, mimetype, thumbhash } = await tools.jobImages.render(
        { ...args, fit: 'inside', isUrgent: true, withHash },
        askerOf(root),
      );
      const probed = thumbhash === undefined ? undefined : { thumbhash: Buffer.from(thumbhash, 'base64') };
      await derivatives.keepFile(root.id, { role: 'screen', mimetype, kind: 'image', width, height, rotation }, target, probed);
      return probed !== undefined;
    });

  const hash = async (root: FileRow) => {
    const thumbhash = await tools.jobImages.hash({ source: await storage.localPath(root.storage_key) }, askerOf(root));
    await updateProbed(autocommit(db), root.id, { thumbhash: Buffer.from(thumbhash, 'base64') });
  };

  const run = async (fileId: string) => {
    let file = await derivatives.open(fileId);
    if (!file) return;
    if (file.root.mimetype === 'image/heic' && !file.find('display')) {
      await develop(file.root);
      file = await derivatives.open(fileId);
      if (!file) return;
    }
    const { root } = file;
    const opened = { root, source: file.find('display') ?? root };
    let isHashed = root.thumbhash !== null;
    for (const rotation of await listRotations(db, fileId)) {
      if (!file.find('screen', rotation)) isHashed = (await renderForScreens(opened, rotation)) || isHashed;
    }
    if (!isHashed) await hash(root);
    if (await findFile(db, fileId)) await stages.reach(fileId, MEDIA_STATUS.complete);
  };

  return handle(imageJob, ({ fileId }, context) => stages.attempt(fileId, context, () => run(fileId)));
}
