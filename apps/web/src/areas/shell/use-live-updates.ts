import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { MEDIA_STATUS } from '@vitrine/contract/media';
import { useEffect } from 'react';
import { coalesce } from '../../lib/coalesce.ts';
import { openLiveConnection } from '../../lib/live-client.ts';
import { albumKeys, deviceKeys, emergencyKeys, mediaKeys, playlistKeys, publishKeys, sourceKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { accountKeys } from '../accounts/api/accounts.ts';
import { familyKeys } from '../families/api/families.ts';
import { notifyPicturesChanged, type ProcessingOutcome, toProcessingOutcome } from '../media/processing-events.ts';
import { notificationKeys } from '../notifications/api/notifications.ts';
import { staffAccessKeys } from '../staff-access/api/staff-access.ts';

/** Short enough to feel live. */
const BATCH_MS = 120;
/** Uploads change an album several times a second, and each change refetches all of it. */
const ALBUM_INTERVAL_MS = 600;

/** Queries to invalidate for each topic of a notification. */
const TOPIC_KEYS = {
  notifications: [notificationKeys.all, staffAccessKeys.grants],
  albums: [albumKeys.all],
  playlists: [playlistKeys.all],
  organisations: [accountKeys.users, familyKeys.all],
  sources: [sourceKeys.all, mediaKeys.widgets],
  emergency: [emergencyKeys.all],
};

/** Lists in which a device stands, and the device itself where it is looked at: others are as they were. */
function getDeviceKeys(client: QueryClient, deviceId: string) {
  const own = deviceKeys.one(deviceId);
  return client.getQueryState(own) ? [deviceKeys.lists, own] : [deviceKeys.lists];
}

/** All queries that depend on live events. */
const ALL_LIVE_KEYS = [...new Set(Object.values(TOPIC_KEYS).flat()), mediaKeys.all, deviceKeys.all, publishKeys.all, accountKeys.storages];

async function invalidate(client: QueryClient, queryKeys: readonly (readonly string[])[]): Promise<void> {
  // Memberships first, so that lists to which the user has lost access are not refetched and refused.
  if (queryKeys.includes(accountKeys.users)) await client.invalidateQueries({ queryKey: accountKeys.users });
  for (const queryKey of queryKeys) if (queryKey !== accountKeys.users) void client.invalidateQueries({ queryKey });
  if (queryKeys.includes(albumKeys.all)) notifyPicturesChanged();
}

/** Invalidates queries according to live events while a user is signed in. */
export function useLiveUpdates(isOpen: boolean): void {
  const token = useSession()?.token;
  const client = useQueryClient();
  useEffect(() => {
    if (!token || !isOpen) return;
    const gathering = (restMs: number) =>
      coalesce<readonly string[]>(
        BATCH_MS,
        (key) => key.join('/'),
        (queryKeys) => void invalidate(client, queryKeys),
        restMs,
      );
    const [gather, gatherOfAlbums] = [gathering(0), gathering(ALBUM_INTERVAL_MS)];
    const stale = gather.add;
    const close = openLiveConnection(token, {
      notification: ({ topic }) => stale(...TOPIC_KEYS[topic]),
      devicestatus: ({ deviceId }) => stale(...getDeviceKeys(client, deviceId), publishKeys.all),
      publishUpdate: ({ deviceId }) => stale(...getDeviceKeys(client, deviceId), publishKeys.all),
      contentDownload: ({ type, deviceId }) =>
        stale(...getDeviceKeys(client, deviceId), ...(type === 'start' ? [publishKeys.downloadsStarting] : [])),
      albumUpdate: ({ albumId }) =>
        gatherOfAlbums.add(mediaKeys.ofAlbum(albumId), mediaKeys.timelines, albumKeys.all, playlistKeys.all, accountKeys.storages),
      videoTranscode: ({ result, message, progress }) => {
        client.setQueryData<ProcessingOutcome>(mediaKeys.outcome(result._id), toProcessingOutcome(result.status, message));
        // Percentages arrive several times a second and need no refetch; all other events do.
        if (result.status < MEDIA_STATUS.playable) {
          client.setQueryData(mediaKeys.progress(result._id), progress);
          client.setQueryData(mediaKeys.progressMessage(result._id), message);
        } else gatherOfAlbums.add(mediaKeys.ofAlbum(result.albumId), mediaKeys.timelines, albumKeys.all, playlistKeys.all);
      },
      begun: () => stale(...ALL_LIVE_KEYS),
      resumed: () => {
        void client.invalidateQueries();
        notifyPicturesChanged();
      },
    });
    return () => {
      close();
      gather.stop();
      gatherOfAlbums.stop();
    };
  }, [token, isOpen, client]);
}
