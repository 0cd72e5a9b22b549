import { createZip, readZip } from '@vitrine/contract/files.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import { formatAttachmentHeader } from '../files/index.ts';
import type { ZipDownloads } from './zip.service.ts';

/** Two steps, because a browser's download has no body: a request states what is wanted and returns a token for the download. */
export async function zipRoutes(app: FastifyInstance, { zips }: { zips: ZipDownloads }): Promise<void> {
  serve(app, createZip, async ({ actor, body: { albumId, mediaIdArr } }) => ({
    result: await zips.prepare(actor, albumId ?? null, mediaIdArr),
  }));

  serve(app, readZip, async ({ actor, params, reply }) => {
    const { name, body } = await zips.open(actor, params.key);
    reply
      .header('content-disposition', formatAttachmentHeader(name))
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff');
    return reply.type('application/zip').send(body);
  });
}
