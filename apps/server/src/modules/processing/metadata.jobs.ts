import { z } from 'zod';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { ImageTools } from '../../platform/media-tools/image-tools.ts';
import { type MediaMetadata, NO_METADATA } from '../../platform/media-tools/media-metadata.ts';
import { sniff } from '../../platform/media-tools/sniff.ts';
import { createJobHandler, defineJob, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { Platform } from '../define-module.ts';
import {
  addNameDate,
  type FileWithoutMetadata,
  listFilesWithoutMetadata,
  markMetadataUnavailable,
  updateMetadata,
} from '../files/index.ts';
import { hasQueuedJob } from './video-queue.store.ts';

/** Job that reads the date and place of capture of all stored files that lack them. */
const readMetadataJob = defineJob('media.facts', z.object({}), { maxAttempts: 3, lane: 'long' });
const METADATA_JOB_KEY = 'media.facts';
const BATCH_SIZE = 50;
/** One run occupies a worker of long jobs for up to a minute, so that videos are processed between two runs. */
const FILES_PER_RUN = 2000;

/** Adds the place name of a video's position. The child processes of the image tools have the place names. */
export async function addPlaceName(images: Pick<ImageTools, 'namePlace'>, facts: MediaMetadata): Promise<MediaMetadata> {
  return facts.position ? { ...facts, place: await images.namePlace({ position: facts.position }) } : facts;
}

/** Enqueues the job when there is something to read and it is not running. */
export const enqueueMetadataJob = (db: Database, queue: Queue): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if ((await listFilesWithoutMetadata(tx, 1)).length > 0 && !(await hasQueuedJob(tx, METADATA_JOB_KEY)))
      await queue.add(tx, readMetadataJob, {}, { key: METADATA_JOB_KEY });
  });

/** Each file is marked after it was read, so that a run continues where the previous one ended. */
export function createMetadataHandler({ db, storage, tools, log }: Pick<Platform, 'db' | 'storage' | 'tools' | 'log'>): JobHandler {
  const readMetadata = async (source: string, file: FileWithoutMetadata, signal: AbortSignal): Promise<MediaMetadata> => {
    const { kind, format } = await sniff(source);
    if (kind === 'document') return NO_METADATA;
    if (kind === 'image') return tools.jobImages.facts({ source, format }, { account: file.owner_id });
    const session = await tools.videos.open({ sizeBytes: file.size_bytes, format, signal });
    try {
      return await addPlaceName(tools.jobImages, (await session.probe({ source, format })).facts);
    } finally {
      session.close();
    }
  };

  const processFile = async (file: FileWithoutMetadata, signal: AbortSignal) => {
    try {
      const facts = await storage.withLocalFile(file.storage_key, (source) => readMetadata(source, file, signal));
      await updateMetadata(autocommit(db), file.id, addNameDate(facts, file.original_name));
    } catch (error) {
      if (signal.aborted || !isFileError(error)) throw error;
      log.info({ err: error, fileId: file.id }, 'could not read when and where a file was captured');
      await markMetadataUnavailable(autocommit(db), file.id);
    }
  };

  return createJobHandler(readMetadataJob, async (_, { signal }) => {
    for (let count = 0; count < FILES_PER_RUN; count += BATCH_SIZE) {
      const files = await listFilesWithoutMetadata(db, BATCH_SIZE);
      for (const file of files) {
        if (signal.aborted) return;
        await processFile(file, signal);
      }
      if (files.length < BATCH_SIZE) return;
    }
  });
}

/** Returns true when another attempt would fail too, as for a damaged file. A full disk is not an error of the file. */
const isFileError = (error: unknown): boolean => !(error instanceof AppError && error.code === 'DISK_FULL');
