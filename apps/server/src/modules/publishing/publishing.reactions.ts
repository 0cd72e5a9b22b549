import type { Tx } from '../../platform/database/database.ts';
import { on, type Reaction } from '../../platform/events.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { albumContentChanged, albumDeleting, albumPurging, albumReadersRemoved, albumRestored } from '../albums/index.ts';
import { deviceChanged, deviceRemoved } from '../devices/index.ts';
import { memberLeft, organisationHandedOver } from '../organisations/index.ts';
import { playlistChanged, playlistDeleting } from '../playlists/index.ts';
import { deletePublishesBetween, holdPlaylistsOf, holdWhatTheyShared, listPublishedWithAlbums } from './families.store.ts';
import type { ManifestsService } from './manifests.service.ts';
import { queueRefreshes } from './publishing.jobs.ts';
import { deletePublishesOfPlaylist } from './publishing.store.ts';

/** Whatever changes what screens play reaches them from here. */
export function createReactions(queue: Queue, manifests: ManifestsService): Reaction[] {
  const refresh = queueRefreshes(queue);
  /** An album left the playlists it is in, or is back. */
  const albumListChanged = (tx: Tx, { albumId }: { albumId: string }) => refresh.ofPlaylistsWith(tx, albumId);
  return [
    on(albumContentChanged, (tx, { albumId }) => refresh.ofAlbum(tx, albumId)),
    on(albumDeleting, albumListChanged),
    on(albumRestored, albumListChanged),
    on(albumPurging, albumListChanged),
    on(albumReadersRemoved, albumListChanged),
    on(playlistChanged, (tx, { playlistId }) => refresh.ofPlaylist(tx, playlistId)),
    /** Its publishes go first, and the screens that showed it hear of it. */
    on(playlistDeleting, async (tx, { playlistId }) => {
      const deviceIds = (await deletePublishesOfPlaylist(tx, playlistId)).map((row) => row.device_id);
      await manifests.announce(tx, { deviceIds, publishes: { deviceIds, playlistIds: [playlistId] } });
    }),
    on(deviceChanged, (tx, { deviceId }) => manifests.announce(tx, { deviceIds: [deviceId], settings: true })),
    on(deviceRemoved, (tx, { screenId }) => manifests.clear(tx, screenId)),
    /** Nothing goes between the walls of both any more, and their own playlists lose the organisation's albums. */
    on(memberLeft, async (tx, former) => {
      await holdWhatTheyShared(tx, former);
      await manifests.renew(tx, await deletePublishesBetween(tx, former));
      await refresh.ofPlaylists(tx, await listPublishedWithAlbums(tx, former));
    }),
    /** A playlist shows what its owner sees, and they have another one. */
    on(organisationHandedOver, async (tx, { orgId }) => refresh.ofPlaylists(tx, await holdPlaylistsOf(tx, orgId))),
  ];
}
