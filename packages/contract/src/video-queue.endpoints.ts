import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pendingQuery, queueItem, videoListQuery, videosExportQuery } from './video-queue.ts';

const tag = 'queues';
const sees = { access: 'console', capability: 'queue.see', tag } as const;
const manages = { access: 'console', capability: 'queue.manage', tag } as const;

export const listPendingVideos = endpoint({
  method: 'GET',
  path: '/queues/pending',
  summary: 'Lists the videos that wait for processing or are being processed.',
  errors: [],
  ...sees,
  query: pendingQuery,
  result: z.array(queueItem),
});

export const listVideos = endpoint({
  method: 'GET',
  path: '/queues/stacks',
  summary: 'Lists all videos with the result of their processing.',
  errors: [],
  ...sees,
  query: videoListQuery,
  result: z.array(queueItem),
});

export const exportVideos = endpoint({
  method: 'GET',
  path: '/queues/export/csv',
  summary: 'Exports all videos with the result of their processing as a CSV file.',
  errors: [],
  ...sees,
  query: videosExportQuery,
  answers: 'bytes',
});

export const reprocessVideo = endpoint({
  method: 'PUT',
  path: '/queues/:mediaId/reprocess',
  summary: 'Processes a video again while its current version keeps playing.',
  errors: ['VIDEO_BUSY'],
  ...manages,
});

export const skipVideo = endpoint({
  method: 'PUT',
  path: '/queues/:mediaId/skip',
  summary: 'Removes a video from the processing queue.',
  errors: ['VIDEO_NOT_WAITING'],
  ...manages,
});
