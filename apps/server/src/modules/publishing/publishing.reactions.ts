import type { Tx } from '../../platform/database/database.ts';
import { on, type Reaction } from '../../platform/events.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import {
  albumContentChanged,
  albumDeleting,
  albumPurging,
  albumReadersRemoved,
  albumRestored,
  lockOfOrganisation,
} from '../albums/index.ts';
import { deviceChanged, deviceRemoved, devicesMoved } from '../devices/index.ts';
import { lockUsage } from '../entitlements/index.ts';
import { memberLeft, organisationDissolving, organisationHandedOver } from '../organisations/index.ts';
import { playlistChanged, playlistDeleting } from '../playlists/index.ts';
import { deletePublishesBetween, type Former, holdPlaylistsOf, holdWhatTheyShared, listPublishedWithAlbums } from './families.store.ts';
import type { ManifestsService } from './manifests.service.ts';
import { deleteEndingAmong } from './moved-devices.store.ts';
import { queueRefreshes } from './publishing.jobs.ts';
import { deletePublishesOfPlaylist } from './publishing.store.ts';

/** Whatever changes what screens play reaches them from here. */
export function createReactions(queue: Queue, manifests: ManifestsService): Reaction[] {
  const refresh = queueRefreshes(queue);
  /** An album left the playlists it is in, or is back. */
  const albumListChanged = (tx: Tx, { albumId }: { albumId: string }) => refresh.ofPlaylistsWith(tx, albumId);
  /** Nothing plays between the walls of an organisation and those of its former members any more, and their playlists lose its albums. */
  const part = async (tx: Tx, former: Former): Promise<void> => {
    await holdWhatTheyShared(tx, former);
    await manifests.renew(tx, await deletePublishesBetween(tx, former));
    await refresh.ofPlaylists(tx, await listPublishedWithAlbums(tx, former));
  };
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
    on(devicesMoved, async (tx, { deviceIds, people }) => manifests.renew(tx, await deleteEndingAmong(tx, deviceIds, people))),
    on(memberLeft, async (tx, { orgId, userId, why }) => {
      // All at once when it is dissolved: screens are held in order of their ids, and so only once.
      if (why !== 'dissolved') await part(tx, { orgId, userId });
    }),
    on(organisationDissolving, part),
    /** A playlist shows what its owner sees, and they have another one. */
    on(organisationHandedOver, async (tx, { orgId, fromId, toId }) => {
      // Held before the playlists, as everything is: those that react after this one hold them too.
      for (const userId of [fromId, toId].toSorted()) await lockUsage(tx, userId);
      await lockOfOrganisation(tx, orgId);
      await refresh.ofPlaylists(tx, await holdPlaylistsOf(tx, orgId));
    }),
  ];
}
