import * as endpoints from '@vitrine/contract/video-queue.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import { sendCsv } from '../files/index.ts';
import { videoCsvHead, videoCsvLine } from './video-queue.presenter.ts';
import type { VideoQueueService } from './video-queue.service.ts';

export async function videoQueueRoutes(app: FastifyInstance, { videoQueue }: { videoQueue: VideoQueueService }): Promise<void> {
  serve(app, endpoints.listPendingVideos, async ({ query }) => ({ result: await videoQueue.listPendingVideos(query) }));

  serve(app, endpoints.listVideos, async ({ query }) => ({ result: await videoQueue.listVideos(query) }));

  serve(app, endpoints.exportVideos, async ({ query, reply }) =>
    sendCsv(reply, {
      name: 'videos.csv',
      head: videoCsvHead(),
      parts: (atOnce) => videoQueue.listAll(query.status, atOnce),
      toLine: videoCsvLine,
    }),
  );

  serve(app, endpoints.reprocessVideo, async ({ actor, params }) => {
    await videoQueue.reprocess(actor, params.mediaId);
    return { message: 'Video added to the queue again.' };
  });

  serve(app, endpoints.skipVideo, async ({ actor, params }) => {
    await videoQueue.skip(actor, params.mediaId);
    return { message: 'Video removed from the queue.' };
  });
}
