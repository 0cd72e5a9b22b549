import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { MEDIA_STATUS, type Rotation } from '@vitrine/contract';
import { autocommit } from '../../platform/database/database.ts';
import type { QueueOwner } from '../../platform/fair-queue.ts';
import { type DevelopedFormat, HD_COPY, type Rendered, SCREEN_COPY_NAME } from '../../platform/media-tools/image-tool-types.ts';
import { createJobHandler, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Platform } from '../define-module.ts';
import {
  type FileRow,
  type FilesApi,
  findFile,
  getDevelopedFormat,
  getScreenBox,
  hdBox,
  isSlowToDecode,
  type MadeFile,
  updateProbeResult,
} from '../files/index.ts';
import { enqueueLiveVideoJob, imageJob, listRotations } from '../media/index.ts';
import type { ProcessingStatus } from './processing-status.service.ts';

interface OpenedImage {
  root: FileRow;
  /** File from which it is rendered. */
  source: FileRow;
}

type ImageDeps = Pick<Platform, 'db' | 'storage' | 'tools' | 'queue'> & { files: Pick<FilesApi, 'derivatives' | 'renditions'> };

/** Photos of different accounts take turns at the decoder. */
const toQueueOwner = (root: FileRow): QueueOwner => ({ account: root.owner_id, isSlow: isSlowToDecode(root) });

const copyOf = (role: 'screen' | 'screen_hd', { mimetype, width, height }: Rendered, tempPath: string, rotation: Rotation): MadeFile => ({
  made: { role, mimetype, kind: 'image', width, height, rotation },
  tempPath,
});

/**
 * Creates a full-size JPEG of a HEIC or TIFF. For every rotation in which an album shows a photo, creates the screen copy (upright and at most
 * 4K), its HD copy and the tiles, and computes the ThumbHash. This is the first time that a photo is decoded, so a damaged one fails here.
 */
export function createImageHandler({ db, storage, tools, queue, files }: ImageDeps, stages: ProcessingStatus): JobHandler {
  const { derivatives } = files;
  const developOriginal = (root: FileRow, format: DevelopedFormat) =>
    derivatives.withTemp(async (target) => {
      const { width, height, thumbhash, mimetype } = await storage.withLocalFile(root.storage_key, (source) =>
        tools.jobImages.develop({ source, format, target }, toQueueOwner(root)),
      );
      const probed = { width, height, thumbhash: Buffer.from(thumbhash, 'base64') };
      await derivatives.keepFile(root.id, { role: 'display', mimetype, kind: 'image', width, height }, target, probed);
    });

  /** The thumbhash is computed from the unrotated copy while it is available. Returns whether it is known. */
  const prepare = ({ root, source }: OpenedImage, rotation: Rotation) =>
    derivatives.withTemp(async (folder) => {
      await mkdir(folder);
      const rotatedSource = rotation % 180 === 0 ? source : { width: source.height, height: source.width };
      const size = { width: rotatedSource.width ?? 1, height: rotatedSource.height ?? 1 };
      const boxes = { ...getScreenBox(size), hd: hdBox(size) };
      const { screenCopy, hd, tileWidths, thumbhash } = await storage.withLocalFile(source.storage_key, (from) =>
        tools.jobImages.prepare({ source: from, target: folder, turn: rotation, ...boxes }, toQueueOwner(root)),
      );
      const isNew = root.thumbhash === null && rotation === 0;
      const probed = isNew ? { thumbhash: Buffer.from(thumbhash, 'base64') } : undefined;
      await files.renditions.storeTiles({ sourceId: source.id, turn: rotation, folder, widths: tileWidths });
      const copies = [copyOf('screen', screenCopy, path.join(folder, SCREEN_COPY_NAME), rotation)];
      if (hd) copies.push(copyOf('screen_hd', hd, path.join(folder, HD_COPY), rotation));
      await derivatives.keepFiles(root.id, copies, probed);
      return isNew;
    });

  const computeThumbhash = async (root: FileRow) => {
    const thumbhash = await storage.withLocalFile(root.storage_key, (source) => tools.jobImages.hash({ source }, toQueueOwner(root)));
    await updateProbeResult(autocommit(db), root.id, { thumbhash: Buffer.from(thumbhash, 'base64') });
  };

  const run = async (fileId: string) => {
    let file = await derivatives.open(fileId);
    if (!file) return;
    const format = getDevelopedFormat(file.root.mimetype);
    if (format && !file.find('display')) {
      await developOriginal(file.root, format);
      file = await derivatives.open(fileId);
      if (!file) return;
    }
    const { root } = file;
    const opened = { root, source: file.find('display') ?? root };
    let isHashed = root.thumbhash !== null;
    for (const rotation of await listRotations(db, fileId)) {
      if (!file.find('screen', rotation)) isHashed = (await prepare(opened, rotation)) || isHashed;
    }
    if (!isHashed) await computeThumbhash(root);
    if (!(await findFile(db, fileId))) return;
    await stages.advanceTo(fileId, MEDIA_STATUS.complete);
    if (root.embedded_video_bytes !== null && !file.find('live_mp4'))
      await db.transaction().execute((tx) => enqueueLiveVideoJob(tx, queue, { fileId, ownerId: root.owner_id }));
  };

  return createJobHandler(imageJob, ({ fileId }, context) => stages.attempt(fileId, context, () => run(fileId)));
}
