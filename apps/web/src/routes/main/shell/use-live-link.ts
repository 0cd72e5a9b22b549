import { useQueryClient } from '@tanstack/react-query';
import { MEDIA_STATUS } from '@vitrine/contract/media';
import { useEffect } from 'react';
import { coalesce } from '../../../lib/coalesce.ts';
import { openLive } from '../../../lib/live.ts';
import { keys } from '../../../lib/query-keys.ts';
import { useSession } from '../../../lib/session.ts';

/** Short enough to feel live. */
const GATHER_MS = 120;

/** Keeps the query cache true while somebody is signed in: each live event says which answers are old. */
export function useLiveLink(): void {
  const token = useSession()?.token;
  const client = useQueryClient();
  useEffect(() => {
    if (!token) return;
    const gather = coalesce<readonly string[]>(
      GATHER_MS,
      (key) => key.join('/'),
      (queryKeys) => {
        for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey });
      },
    );
    const stale = gather.add;
    const close = openLive(token, {
      notification: ({ topic }) => stale(keys[topic]),
      devicestatus: () => stale(keys.devices, keys.publishes),
      publishUpdate: () => stale(keys.devices, keys.publishes),
      contentDownload: ({ type }) => (type === 'start' ? stale(keys.devices, keys.downloadsStarting) : stale(keys.devices)),
      albumUpdate: ({ albumId }) => stale(keys.mediaOfAlbum(albumId), keys.albums, keys.playlists, keys.storages),
      videoTranscode: ({ result, progress }) => {
        // Percentages come several times a second and have no row to ask for; everything else is asked again.
        if (result.status < MEDIA_STATUS.playable) client.setQueryData(keys.mediaProgress(result._id), progress);
        else stale(keys.mediaOfAlbum(result.albumId), keys.albums, keys.playlists);
      },
      resumed: () => void client.invalidateQueries(),
    });
    return () => {
      close();
      gather.stop();
    };
  }, [token, client]);
}
