import type { Tx } from '../../platform/database/database.ts';
import { on, type Reaction } from '../../platform/events.ts';
import { albumContentChanged, albumDeleting, albumPurging, albumReadersChanged, albumRestored } from '../albums/index.ts';
import {
  deviceChanged,
  deviceRemoved,
  deviceSettingsChanged,
  devicesTransferred,
  deviceTagDeleting,
  deviceTagMerging,
  deviceTagsChanged,
  publishesShown,
  screenReplaced,
  screensConnected,
} from '../devices/index.ts';
import { memberJoined, memberLeft, organisationDissolving, ownershipTransferred } from '../organisations/index.ts';
import { playlistChanged, playlistDeleting, playlistRestored } from '../playlists/index.ts';
import { sourcesChanged } from '../sources/index.ts';
import { movePublishesToBin, restorePublishes } from './binned-publishes.store.ts';
import type { InvalidateManifests } from './manifest-invalidation.ts';
import type { ManifestsService } from './manifests.service.ts';
import {
  deletePublishesBetween,
  deletePublishesLostByTransfer,
  type FormerMembers,
  listPublishedPlaylistsWithAlbums,
  lockOrganisationPlaylists,
  lockSharedPlaylistsAndDevices,
} from './ownership-changes.store.ts';
import type { PublishHistoryService } from './publish-history.service.ts';
import type { TagPublishesService } from './tag-publishes.service.ts';
import { deleteTagPublishesBetween } from './tag-publishes.store.ts';
import type { WaitingPublishesService } from './waiting-publishes.service.ts';
import {
  deleteWaitingPublishesLostByTransfer,
  deleteWaitingPublishesOfFormerMembers,
  deleteWaitingPublishesOfPlaylist,
} from './waiting-publishes.store.ts';

interface PublishingReactionsDeps {
  history: PublishHistoryService;
  manifests: ManifestsService;
  tagPublishes: TagPublishesService;
  waitingPublishes: WaitingPublishesService;
  invalidate: InvalidateManifests;
}

/** Returns the reactions that update publishes and manifests after changes in other modules. */
export function createPublishingReactions(deps: PublishingReactionsDeps): Reaction[] {
  const { history, manifests, tagPublishes, waitingPublishes, invalidate } = deps;
  const albumVisibilityChanged = (tx: Tx, { albumId }: { albumId: string }) => invalidate(tx, { visibilityOfAlbum: albumId });
  /** Ends the publishes between an organisation and its former members, and removes its albums from what their playlists show. */
  const separate = async (tx: Tx, former: FormerMembers): Promise<void> => {
    await lockSharedPlaylistsAndDevices(tx, former);
    await deleteTagPublishesBetween(tx, former);
    await waitingPublishes.reportDropped(tx, await deleteWaitingPublishesOfFormerMembers(tx, former), 'access');
    await manifests.sendRevision(tx, await deletePublishesBetween(tx, former));
    await invalidate(tx, { playlistIds: await listPublishedPlaylistsWithAlbums(tx, former) });
  };
  return [
    on(albumContentChanged, (tx, { albumId }) => invalidate(tx, { contentOfAlbum: albumId })),
    on(albumDeleting, albumVisibilityChanged),
    on(albumRestored, albumVisibilityChanged),
    on(albumPurging, albumVisibilityChanged),
    on(albumReadersChanged, albumVisibilityChanged),
    on(playlistChanged, (tx, { playlistId }) => invalidate(tx, { playlistIds: [playlistId] })),
    // Remove the publishes before the playlist, so that the screens that showed it are notified.
    on(playlistDeleting, async (tx, { playlistId }) => {
      const deviceIds = await movePublishesToBin(tx, playlistId);
      await waitingPublishes.reportDropped(tx, await deleteWaitingPublishesOfPlaylist(tx, playlistId), 'deleted');
      await manifests.sendChange(tx, { deviceIds, publishes: { deviceIds, playlistIds: [playlistId] } });
    }),
    on(playlistRestored, async (tx, { playlistId }) => {
      const deviceIds = await restorePublishes(tx, playlistId);
      if (deviceIds.length === 0) return;
      const scope = { deviceIds, playlistIds: [playlistId] };
      await manifests.updateStoredContents(tx, playlistId);
      await manifests.sendChange(tx, { deviceIds, publishes: scope, playlists: scope });
    }),
    on(deviceChanged, (tx, { deviceId }) => manifests.sendSettings(tx, deviceId)),
    // They may be thousands. A message with the settings would differ for each, because it contains the name of the device.
    on(deviceSettingsChanged, (tx, { deviceIds }) => manifests.requestUpdate(tx, deviceIds.toSorted())),
    on(sourcesChanged, (tx, changed) => manifests.sendSources(tx, changed)),
    // The screens request their manifests: the new one has another revision, and nothing of the previous one.
    on(screenReplaced, async (tx, { deviceId }) => {
      await manifests.sendRevision(tx, [deviceId]);
      // The new screen may be online.
      await waitingPublishes.enqueue(tx, [deviceId]);
    }),
    on(deviceRemoved, (tx, { screenId }) => manifests.sendEmptyManifest(tx, screenId)),
    on(devicesTransferred, async (tx, { deviceIds, userIds, settingsIds }) => {
      await waitingPublishes.reportDropped(tx, await deleteWaitingPublishesLostByTransfer(tx, deviceIds, userIds), 'access');
      await manifests.sendRevision(tx, await deletePublishesLostByTransfer(tx, deviceIds, userIds));
      // The devices have tags of the new owner.
      await tagPublishes.updateDevices(tx, deviceIds.toSorted(), settingsIds);
    }),
    on(publishesShown, (tx, { shown }) => history.recordShown(tx, shown)),
    on(screensConnected, (tx, { screenIds }) => waitingPublishes.enqueueConnected(tx, screenIds)),
    on(deviceTagsChanged, (tx, { deviceIds, settingsIds }) => tagPublishes.updateDevices(tx, deviceIds.toSorted(), settingsIds)),
    on(deviceTagDeleting, (tx, { tagId }) => tagPublishes.endTag(tx, tagId)),
    on(deviceTagMerging, (tx, { tagId, intoTagId }) => tagPublishes.mergeTags(tx, tagId, intoTagId)),
    // Playlists of the new member may still contain albums from an earlier membership, which they show again.
    on(memberJoined, async (tx, { orgId, userId }) =>
      invalidate(tx, { playlistIds: await listPublishedPlaylistsWithAlbums(tx, { orgId, userId }) }),
    ),
    on(memberLeft, async (tx, { orgId, userId, reason }) => {
      // A dissolution separates all members at once: screens are locked in id order, so each may be locked only once.
      if (reason !== 'dissolved') await separate(tx, { orgId, userId });
    }),
    on(organisationDissolving, separate),
    // A playlist shows the albums that its owner can see, and the owner changes.
    on(ownershipTransferred, async (tx, { orgId }) => {
      await invalidate(tx, { playlistIds: await lockOrganisationPlaylists(tx, orgId) });
    }),
  ];
}
