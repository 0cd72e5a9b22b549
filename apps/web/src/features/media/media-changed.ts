import type { QueryClient } from '@tanstack/react-query';
import { accountKeys } from '../../entities/accounts/account-keys.ts';
import { albumKeys } from '../../entities/albums/album-keys.ts';
import { mediaKeys } from '../../entities/media/media-keys.ts';
import { playlistKeys } from '../../entities/playlists/playlist-keys.ts';

/** What else is old once media of these albums came, went or changed places. */
export function mediaChanged(client: QueryClient, albumIds: readonly string[]): void {
  for (const queryKey of [...albumIds.map(mediaKeys.ofAlbum), albumKeys.all, playlistKeys.all, accountKeys.storages]) {
    void client.invalidateQueries({ queryKey });
  }
}
