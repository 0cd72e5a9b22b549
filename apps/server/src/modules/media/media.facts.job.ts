import { z } from 'zod';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { ImageTools } from '../../platform/media-tools/image-tools.ts';
import type { MediaFacts } from '../../platform/media-tools/media-facts.ts';
import { sniff } from '../../platform/media-tools/sniff.ts';
import { handle, type JobHandler, jobType } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { keepUnknown, listUnread, type UnreadFile, updateFacts } from '../files/index.ts';
import type { MediaDeps } from './media.deps.ts';
import { hasJob } from './video-queue.store.ts';

/** Reads when and where all that is stored was taken, where nobody did yet. */
const factsJob = jobType('media.facts', z.object({}), { maxAttempts: 3, isLong: true });
const FACTS_KEY = 'media.facts';
const BATCH = 50;
/** One run holds a worker of long jobs for a minute or less: films that wait go between two. */
const FILES_PER_RUN = 2000;

/** What a video's position is called is found out by the children that know the names. */
export async function withPlace(images: Pick<ImageTools, 'namePlace'>, facts: MediaFacts): Promise<MediaFacts> {
  return facts.position ? { ...facts, place: await images.namePlace({ position: facts.position }) } : facts;
}

/** Asks for the job while there is anything it would read, and it is not at work already. */
export const askForFacts = (db: Database, queue: Queue): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if ((await listUnread(tx, 1)).length > 0 && !(await hasJob(tx, FACTS_KEY))) await queue.add(tx, factsJob, {}, { key: FACTS_KEY });
  });

/** Each file is marked once it was read, so that a run goes on where the one before it ended, however that was. */
export function createFactsHandler({ db, storage, tools, log }: MediaDeps): JobHandler {
  const readFrom = async (source: string, file: UnreadFile, signal: AbortSignal): Promise<MediaFacts> => {
    const { kind, format } = await sniff(source);
    if (kind === 'image') return tools.jobImages.facts({ source, format }, { account: file.owner_id });
    const session = await tools.videos.open({ sizeBytes: file.size_bytes, format, signal });
    try {
      return await withPlace(tools.jobImages, (await session.probe({ source, format })).facts);
    } finally {
      session.close();
    }
  };

  const readOne = async (file: UnreadFile, signal: AbortSignal) => {
    try {
      const facts = await storage.withLocal(file.storage_key, (source) => readFrom(source, file, signal));
      await updateFacts(autocommit(db), file.id, facts);
    } catch (error) {
      if (signal.aborted || !isOfFile(error)) throw error;
      log.info({ err: error, fileId: file.id }, 'when and where a file was taken could not be read');
      await keepUnknown(autocommit(db), file.id);
    }
  };

  return handle(factsJob, async (_, { signal }) => {
    for (let count = 0; count < FILES_PER_RUN; count += BATCH) {
      const files = await listUnread(db, BATCH);
      for (const file of files) {
        if (signal.aborted) return;
        await readOne(file, signal);
      }
      if (files.length < BATCH) return;
    }
  });
}

/** Another try would end the same way. A full disk is not the file's fault; what is damaged, or makes the tool fail, is passed over. */
const isOfFile = (error: unknown): boolean => !(error instanceof AppError && error.code === 'DISK_FULL');
