import * as endpoints from '@vitrine/contract/files.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { FileDelivery } from './file-delivery.service.ts';

export async function fileRoutes(app: FastifyInstance, { bytes }: { bytes: FileDelivery }): Promise<void> {
  serve(app, endpoints.readRendition, ({ actor: viewer, query, ...call }) => bytes.rendition({ viewer, ...call }, query));
  serve(app, endpoints.downloadFile, ({ actor: viewer, query, ...call }) => bytes.download({ viewer, ...call }, query.key));
  serve(app, endpoints.readStream, ({ actor: viewer, params, ...call }) => bytes.stream({ viewer, ...call }, params.key));
  serve(app, endpoints.readStreamPart, ({ actor: viewer, params, ...call }) => bytes.streamPart({ viewer, ...call }, params));
}
