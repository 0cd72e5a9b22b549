import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { MEDIA_STATUS, type Rotation } from '@vitrine/contract';
import { autocommit } from '../../platform/database/database.ts';
import type { Asker } from '../../platform/fair-lanes.ts';
import { type DevelopedFormat, WALL_COPY } from '../../platform/media-tools/image-verbs.ts';
import { handle, type JobHandler } from '../../platform/queue/job-type.ts';
import { developedFormat, type FileRow, findFile, isHeavy, screenBox, updateProbed } from '../files/index.ts';
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
 * HEIC and TIFF: a JPEG at full size. All: the copy for walls, upright and at most 4K, whose bytes screens check, and beside it what tiles
 * ask for, one for each way an album shows it turned; and how it looks from afar. Here a picture is decoded for the first time: one that is damaged fails.
 */
export function createImageHandler({ db, storage, tools, files }: MediaDeps, stages: Stages): JobHandler {
  const { derivatives } = files;
  const develop = (root: FileRow, format: DevelopedFormat) =>
    derivatives.withTemp(async (target) => {
      const { width, height, thumbhash, mimetype } = await storage.withLocal(root.storage_key, (source) =>
        tools.jobImages.develop({ source, format, target }, askerOf(root)),
      );
      const probed = { width, height, thumbhash: Buffer.from(thumbhash, 'base64') };
      await derivatives.keepFile(root.id, { role: 'display', mimetype, kind: 'image', width, height }, target, probed);
    });

  /** How the original looks from afar is read from the copy that is not turned, while it is at hand. Answers whether it is known then. */
  const prepare = ({ root, source }: Opened, rotation: Rotation) =>
    derivatives.withTemp(async (folder) => {
      await mkdir(folder);
      const turned = rotation % 180 === 0 ? source : { width: source.height, height: source.width };
      const box = screenBox({ width: turned.width ?? 1, height: turned.height ?? 1 });
      const { wall, tileWidths, thumbhash } = await storage.withLocal(source.storage_key, (from) =>
        tools.jobImages.prepare({ source: from, target: folder, turn: rotation, ...box }, askerOf(root)),
      );
      const isNew = root.thumbhash === null && rotation === 0;
      const probed = isNew ? { thumbhash: Buffer.from(thumbhash, 'base64') } : undefined;
      const { mimetype, width, height } = wall;
      await files.renditions.keepTiles({ sourceId: source.id, turn: rotation, folder, widths: tileWidths });
      const made = { role: 'screen', mimetype, kind: 'image', width, height, rotation } as const;
      await derivatives.keepFile(root.id, made, path.join(folder, WALL_COPY), probed);
      return isNew;
    });

  const hash = async (root: FileRow) => {
    const thumbhash = await storage.withLocal(root.storage_key, (source) => tools.jobImages.hash({ source }, askerOf(root)));
    await updateProbed(autocommit(db), root.id, { thumbhash: Buffer.from(thumbhash, 'base64') });
  };

  const run = async (fileId: string) => {
    let file = await derivatives.open(fileId);
    if (!file) return;
    const format = developedFormat(file.root.mimetype);
    if (format && !file.find('display')) {
      await develop(file.root, format);
      file = await derivatives.open(fileId);
      if (!file) return;
    }
    const { root } = file;
    const opened = { root, source: file.find('display') ?? root };
    let isHashed = root.thumbhash !== null;
    for (const rotation of await listRotations(db, fileId)) {
      if (!file.find('screen', rotation)) isHashed = (await prepare(opened, rotation)) || isHashed;
    }
    if (!isHashed) await hash(root);
    if (await findFile(db, fileId)) await stages.reach(fileId, MEDIA_STATUS.complete);
  };

  return handle(imageJob, ({ fileId }, context) => stages.attempt(fileId, context, () => run(fileId)));
}
