import { mediaUploadedMessage } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/media.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import { formatItemCount } from '../media/index.ts';
import type { TransfersService } from './album-transfers.service.ts';
import type { ImportService } from './import.service.ts';
import type { ReplacementService } from './replacement.service.ts';

export interface TransfersRoutesDeps {
  imports: ImportService;
  transfers: TransfersService;
  replacements: ReplacementService;
}

export async function transfersRoutes(app: FastifyInstance, { imports, transfers, replacements }: TransfersRoutesDeps): Promise<void> {
  serve(app, endpoints.createMedia, async ({ actor, body: { albumId, mediaFile, caption } }) => {
    const keys = mediaFile.map((file) => file.key);
    const result = await imports.create(actor, albumId, keys, { caption });
    return { message: mediaUploadedMessage(result.length), result };
  });

  serve(app, endpoints.editMedia, async ({ actor, params, body: { mediaFile, userId: _userId, ...change } }) => ({
    message: 'Changes saved.',
    result: await replacements.update(actor, params.mediaId, { ...change, fileKey: mediaFile?.key }),
  }));

  serve(app, endpoints.moveMedia, async ({ actor, params, body: { albumId, mediaIdArr, beforeIdArr } }) => {
    const count = await transfers.move(actor, params.albumId, albumId, mediaIdArr, beforeIdArr);
    return { message: `${formatItemCount(count)} moved.` };
  });

  serve(app, endpoints.copyMedia, async ({ actor, params, body: { albumId, mediaIdArr } }) => {
    const count = await transfers.copy(actor, params.albumId, albumId, mediaIdArr);
    return { message: `${formatItemCount(count)} copied.` };
  });

  serve(app, endpoints.copySelectedMedia, async ({ actor, body: { albumId, mediaIdArr } }) => {
    const count = await transfers.copySelected(actor, albumId, mediaIdArr);
    return { message: count === 0 ? 'Already in this album.' : `${formatItemCount(count)} copied.` };
  });
}
