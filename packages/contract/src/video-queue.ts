import { z } from 'zod';
import { id } from './envelope.ts';

export const queueStatus = z.enum(['inprogress', 'success', 'failed']);
export type QueueStatus = z.infer<typeof queueStatus>;

/** A video and what becomes of it. */
export const queueItem = z
  .object({
    /** Id of the video in its album. */
    _id: z.string(),
    filename: z.string(),
    status: queueStatus,
    /** 0 to 100 while it is processed, null before and after. */
    progress: z.number().int().nullable(),
    /** Why it failed; null for others. */
    reason: z.string().nullable(),
    createdAt: z.string(),
    owner: z.object({ _id: z.string(), name: z.string() }),
    /** Bytes of the original. */
    size: z.number(),
    /** When the owner's plan ends; null for one that does not. */
    planExpiry: z.string().nullable(),
    abilities: z.object({ reprocess: z.boolean(), skip: z.boolean() }),
  })
  .meta({ id: 'QueueItem' });
export type QueueItem = z.infer<typeof queueItem>;

const QUEUE_PAGE = 10;
const QUEUE_PAGE_MAX = 100;
/** Maximum page number of the waiting videos. */
const PENDING_PAGES = 1000;

const dataPerPage = z.coerce.number<number>().int().min(1).max(QUEUE_PAGE_MAX).default(QUEUE_PAGE);
const page = z.coerce.number<number>().int().min(1).max(PENDING_PAGES).default(1);

/** GET /queues/pending: what is processed and what waits, in the order in which it is done. */
export const pendingQuery = z.object({ dataPerPage, page });
/** GET /queues/stacks: all videos, the newest first; `after` one of them in place of a page. */
export const videoListQuery = z.object({ dataPerPage, page, after: id.optional(), status: queueStatus.optional() });
/** GET /queues/export/csv: all videos, the newest first. */
export const videosExportQuery = videoListQuery.pick({ status: true });
