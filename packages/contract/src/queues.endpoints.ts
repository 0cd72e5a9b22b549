import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pendingQuery, queueItem, stackQuery, videosExportQuery } from './queues.ts';

const tag = 'queues';
const sees = { access: 'console', capability: 'queue.see', tag } as const;
const manages = { access: 'console', capability: 'queue.manage', tag } as const;

export const listPendingVideos = endpoint({
  method: 'GET',
  path: '/queues/pending',
  ...sees,
  query: pendingQuery,
  result: z.array(queueItem),
});

export const listVideoStack = endpoint({ method: 'GET', path: '/queues/stacks', ...sees, query: stackQuery, result: z.array(queueItem) });

/** All videos as a CSV file, as they are read. */
export const exportVideos = endpoint({ method: 'GET', path: '/queues/export/csv', ...sees, query: videosExportQuery, answers: 'bytes' });

/** Makes all that is made of a video again. One that plays goes on playing meanwhile. */
export const reprocessVideo = endpoint({ method: 'PUT', path: '/queues/:mediaId/reprocess', ...manages });

/** Takes it out of the queue, also while it is processed. */
export const skipVideo = endpoint({ method: 'PUT', path: '/queues/:mediaId/skip', ...manages });
