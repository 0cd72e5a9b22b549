import { useQueryClient } from '@tanstack/react-query';
import { mediaUploaded } from '@vitrine/contract/messages';
import { useEffect } from 'react';
import { albumKeys } from '../../../entities/albums/album-keys.ts';
import { mediaKeys } from '../../../entities/media/media-keys.ts';
import { playlistKeys } from '../../../entities/playlists/playlist-keys.ts';
import { toast } from '../../../ui/toast-store.ts';
import { onUploadResult } from '../upload-queue.ts';

/** What an upload changes elsewhere: the album's list at each file, the message once all are through. */
export function useUploadResults(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onUploadResult((result) => {
        if (result.kind === 'finished') {
          if (result.count > 0) toast.success(mediaUploaded(result.count));
          return;
        }
        void client.invalidateQueries({ queryKey: mediaKeys.ofAlbum(result.albumId) });
        void client.invalidateQueries({ queryKey: albumKeys.all });
        void client.invalidateQueries({ queryKey: playlistKeys.all });
      }),
    [client],
  );
}
