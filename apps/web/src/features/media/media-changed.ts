import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../lib/query-keys.ts';

/** What else is old once media of these albums came, went or changed places. */
export function mediaChanged(client: QueryClient, albumIds: readonly string[]): void {
  for (const queryKey of [...albumIds.map(keys.mediaOfAlbum), keys.albums, keys.playlists, keys.storages]) {
    void client.invalidateQueries({ queryKey });
  }
}
