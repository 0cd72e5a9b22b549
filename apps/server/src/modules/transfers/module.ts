import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { albumsModule } from '../albums/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import { entitlementsModule } from '../entitlements/index.ts';
import { filesModule } from '../files/index.ts';
import { mediaModule } from '../media/index.ts';
import { memberLeft, organisationDissolving, ownershipTransferred } from '../organisations/index.ts';
import { createTransfersService } from './album-transfers.service.ts';
import { clearForeignCovers, keepMediaWithOwner, reassignFamilyMedia } from './family-media.service.ts';
import { createFileImport, createImportService } from './import.service.ts';
import { createReplacementService } from './replacement.service.ts';
import { listCoversByFormerMember } from './transfer-sources.read-model.ts';
import { filesCopied } from './transfers.events.ts';
import { transfersRoutes } from './transfers.routes.ts';

/** Adds files and media from elsewhere to albums: import, move, copy and replacement. Also handles changes of the owner. */
export const transfersModule = defineModule({
  name: 'transfers',
  tables: { owned: [], read: ['albums', 'binned_media', 'files', 'media', 'organisation_members'] },
  events: [filesCopied],
  accessCases: () => import('./access-cases.ts'),
  uses: { albums: albumsModule, files: filesModule, entitlements: entitlementsModule, media: mediaModule },
  create(platform: Platform, { albums, files, entitlements, media }) {
    const deps = { ...platform, albums, files, entitlements, media };
    const importFiles = createFileImport(deps);
    const services = {
      imports: createImportService(media, importFiles),
      transfers: createTransfersService(deps),
      replacements: createReplacementService(deps, importFiles),
    };
    return {
      api: {
        /** Edits media and replaces their file, in the transaction that inserts the new file. */
        showNewFile: services.replacements.showNewFile,
      },
      routes: async (app: FastifyInstance) => {
        await transfersRoutes(app, services);
      },
      reactions: [
        on(memberLeft, async (tx, { orgId, userId }) => clearForeignCovers(tx, deps, await listCoversByFormerMember(tx, orgId, userId))),
        on(ownershipTransferred, (tx, family) => reassignFamilyMedia(tx, deps, family)),
        on(organisationDissolving, keepMediaWithOwner),
      ],
    };
  },
});
