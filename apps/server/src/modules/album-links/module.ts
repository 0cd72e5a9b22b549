import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { accountsModule } from '../accounts/index.ts';
import { albumsModule } from '../albums/index.ts';
import { defineModule } from '../define-module.ts';
import { downloadsModule } from '../downloads/index.ts';
import { filesModule } from '../files/index.ts';
import { mediaModule } from '../media/index.ts';
import { memberLeft } from '../organisations/index.ts';
import { albumLinkPolicies, linkPolicies } from './album-link-access.read-model.ts';
import { albumLinksRoutes } from './album-links.routes.ts';
import { createAlbumLinksService } from './album-links.service.ts';
import { deleteLinksByMember } from './album-links.store.ts';
import { createLinkSessions } from './link-sessions.ts';
import { sharedAlbumsRoutes } from './shared-albums.routes.ts';
import { createSharedAlbumsService } from './shared-albums.service.ts';

const FORGET_EVERY_MS = 6 * 3_600_000;

/** Albums for visitors with a link, without an account. */
export const albumLinksModule = defineModule({
  name: 'album-links',
  tables: { owned: ['album_links'], read: ['users', 'organisation_members', 'albums', 'album_shares', 'media', 'files'] },
  policies: albumLinkPolicies,
  linkPolicies,
  auditedTables: { albumLink: 'album_links' },
  encryptedColumns: [{ key: 'album-link-tokens', table: 'album_links', id: 'id', columns: ['encrypted_token'] }],
  accessCases: () => import('./access-cases.ts'),
  uses: { accounts: accountsModule, albums: albumsModule, files: filesModule, media: mediaModule, downloads: downloadsModule },
  async create(platform, { accounts, albums, files, media, downloads }) {
    const { db, clock, publicUrl, serverKeys } = platform;
    const { openPassword } = accounts;
    const tokenEncryption = await serverKeys.loadEncryption('album-link-tokens');
    const links = createAlbumLinksService({ db, clock, albums, tokenEncryption, openPassword });
    const passes = createLinkSessions({ key: await serverKeys.load('album-links'), clock });
    const shared = createSharedAlbumsService({ db, clock, media, downloads, linkSessions: passes, openPassword });
    return {
      api: { getLinkViewer: shared.getViewer },
      routes: async (app: FastifyInstance) => {
        await app.register(albumLinksRoutes, { links });
        await app.register(sharedAlbumsRoutes, { shared, bytes: files.bytes, publicUrl });
      },
      workerTasks: [{ name: 'album-links.forget', everyMs: FORGET_EVERY_MS, run: links.deleteExpired }],
      reactions: [on(memberLeft, (tx, { orgId, userId }) => deleteLinksByMember(tx, orgId, userId))],
    };
  },
});
