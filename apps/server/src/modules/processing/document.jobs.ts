import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { MEDIA_STATUS } from '@vitrine/contract';
import type { DrawnPage } from '../../platform/media-tools/document-tool-types.ts';
import type { DocumentSession } from '../../platform/media-tools/document-tools.ts';
import { HD_COPY, type Rendered, SCREEN_COPY_NAME } from '../../platform/media-tools/image-tool-types.ts';
import { createJobHandler, type JobContext, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Platform } from '../define-module.ts';
import { type DerivativesService, type FileRow, isOfficeFile, type MadeFile, updateProbeResult } from '../files/index.ts';
import {
  documentJob,
  enqueueDocumentJob,
  enqueueOfficeJob,
  findFirstMediaOfFile,
  lockAlbumsOfFile,
  resetMissingPages,
} from '../media/index.ts';
import type { ProcessingStatus } from './processing-status.service.ts';

type DocumentDeps = Pick<Platform, 'db' | 'storage' | 'tools' | 'queue' | 'clock'>;

/** After this time, the job continues behind the documents of other accounts. */
const RUN_MS = 5000;

const copyOf = (role: 'screen' | 'screen_hd', page: number, rendered: Rendered, tempPath: string, thumbhash?: Buffer): MadeFile => ({
  made: { role, mimetype: rendered.mimetype, kind: 'image', width: rendered.width, height: rendered.height, page, thumbhash },
  tempPath,
});

/**
 * Draws the pages of a document, the first one first: for each, the screen copy and the HD copy. Pages of an interrupted run are kept. An office file is
 * converted to a PDF before.
 */
export function createDocumentHandler(
  { db, storage, tools, queue, clock }: DocumentDeps,
  derivatives: DerivativesService,
  stages: ProcessingStatus,
): JobHandler {
  const keepPage = (root: FileRow, page: number, folder: string, { screenCopy, hd, thumbhash }: DrawnPage) => {
    const hash = Buffer.from(thumbhash, 'base64');
    const copies = [
      copyOf('screen', page, screenCopy, path.join(folder, SCREEN_COPY_NAME), hash),
      copyOf('screen_hd', page, hd, path.join(folder, HD_COPY)),
    ];
    const probed = page === 1 ? { width: screenCopy.width, height: screenCopy.height, thumbhash: hash } : undefined;
    return derivatives.keepFiles(root.id, copies, probed);
  };

  const keepPageCount = (fileId: string, pageCount: number) =>
    db.transaction().execute(async (tx) => {
      await lockAlbumsOfFile(tx, fileId);
      await updateProbeResult(tx, fileId, { page_count: pageCount });
      await resetMissingPages(tx, fileId, pageCount);
    });

  const drawPage = (session: DocumentSession, root: FileRow, page: number) =>
    derivatives.withTemp(async (folder) => {
      await mkdir(folder);
      await keepPage(root, page, folder, await session.draw(page, folder));
    });

  /** Draws pages until all exist or the time of this run is used up. Returns whether all exist. */
  const drawPages = async (session: DocumentSession, root: FileRow, pageCount: number, drawn: Set<number>): Promise<boolean> => {
    const startedAt = clock.now().getTime();
    const missing = Array.from({ length: pageCount }, (_, index) => index + 1)
      .filter((page) => !drawn.has(page))
      .values();
    let isStopped = false;
    const drawMissing = async () => {
      for (const page of missing) {
        await drawPage(session, root, page);
        drawn.add(page);
        await stages.notifyProgress(root.id, Math.floor((drawn.size * 100) / pageCount), `Page ${drawn.size} of ${pageCount}`);
        if (isStopped || clock.now().getTime() - startedAt > RUN_MS) break;
      }
    };
    const stopBoth = (cause: unknown) => {
      isStopped = true;
      throw cause;
    };
    // The child writes one page while it draws the next one. A failure is reported when neither writes any longer.
    const runs = await Promise.allSettled([drawMissing().catch(stopBoth), drawMissing().catch(stopBoth)]);
    for (const run of runs) if (run.status === 'rejected') throw run.reason;
    return drawn.size === pageCount;
  };

  const processSource = async (root: FileRow, drawn: Set<number>, source: string, signal: AbortSignal): Promise<boolean> => {
    const session = await tools.documents.open(signal);
    try {
      const { pageCount } = await session.inspect(source);
      await keepPageCount(root.id, pageCount);
      return await drawPages(session, root, pageCount, drawn);
    } finally {
      session.close();
    }
  };

  const process = async (fileId: string, { signal }: JobContext) => {
    const file = await derivatives.open(fileId);
    // Restoring the document from the bin starts the job again.
    if (!file || !(await findFirstMediaOfFile(db, fileId))) return;
    const { root } = file;
    const pdf = isOfficeFile(root) ? file.find('pdf') : root;
    if (!pdf) return db.transaction().execute((tx) => enqueueOfficeJob(tx, queue, { fileId, ownerId: root.owner_id }));
    await stages.advanceTo(fileId, MEDIA_STATUS.processing);
    const drawn = new Set(file.screens.map(({ page }) => page));
    const isComplete =
      drawn.size === root.page_count ||
      (await storage.withLocalFile(pdf.storage_key, (source) => processSource(root, drawn, source, signal)));
    if (isComplete) await stages.advanceTo(fileId, MEDIA_STATUS.complete);
    else await db.transaction().execute((tx) => enqueueDocumentJob(tx, queue, { fileId, ownerId: root.owner_id }));
  };

  return createJobHandler(documentJob, ({ fileId }, context) => stages.attempt(fileId, context, () => process(fileId, context)));
}
