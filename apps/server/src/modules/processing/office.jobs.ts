import { MEDIA_STATUS } from '@vitrine/contract';
import { createJobHandler, type JobContext, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Platform } from '../define-module.ts';
import type { DerivativesService } from '../files/index.ts';
import { enqueueDocumentJob, findFirstMediaOfFile, officeJob } from '../media/index.ts';
import type { ProcessingStatus } from './processing-status.service.ts';

/** Converts an office file to a PDF, which is stored next to it, and then has its pages drawn. */
export function createOfficeHandler(
  { db, storage, tools, queue }: Pick<Platform, 'db' | 'storage' | 'tools' | 'queue'>,
  derivatives: DerivativesService,
  stages: ProcessingStatus,
): JobHandler {
  const convert = (fileId: string, storageKey: string, signal: AbortSignal) =>
    derivatives.withTemp(async (pdf) => {
      await storage.withLocalFile(storageKey, (source) => tools.office.convert(source, pdf, signal));
      const made = { role: 'pdf', mimetype: 'application/pdf', kind: 'document', width: null, height: null } as const;
      await derivatives.keepFile(fileId, made, pdf);
    });

  const process = async (fileId: string, { signal }: JobContext) => {
    const file = await derivatives.open(fileId);
    // Restoring the document from the bin starts the jobs again.
    if (!file || !(await findFirstMediaOfFile(db, fileId))) return;
    const { root } = file;
    await stages.advanceTo(fileId, MEDIA_STATUS.processing);
    if (!file.find('pdf')) {
      await stages.notifyProgress(fileId, 0, 'Converting to PDF');
      await convert(fileId, root.storage_key, signal);
    }
    await db.transaction().execute((tx) => enqueueDocumentJob(tx, queue, { fileId, ownerId: root.owner_id }));
  };

  return createJobHandler(officeJob, ({ fileId }, context) => stages.attempt(fileId, context, () => process(fileId, context)));
}
