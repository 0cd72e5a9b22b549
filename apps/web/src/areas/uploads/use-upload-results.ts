import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { mediaUploadedMessage } from '@vitrine/contract/messages';
import { useEffect } from 'react';
import { coalesce } from '../../lib/coalesce.ts';
import { albumKeys, mediaKeys, playlistKeys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toast-store.ts';
import { onUploadResult } from './upload-queue.ts';

/** Delay before refetching. Live events usually arrive earlier and make it unnecessary. */
const REFETCH_DELAY_MS = 400;
const MIN_INTERVAL_MS = 1000;

interface StaleAlbum {
  albumId: string;
  /** Milliseconds since 1970. */
  sinceMs: number;
}

/** Refetches an album's lists as uploaded files arrive, and shows a message once all uploads are done. */
export function useUploadResults(): void {
  const client = useQueryClient();
  useEffect(() => {
    const gather = coalesce<StaleAlbum>(
      REFETCH_DELAY_MS,
      ({ albumId }) => albumId,
      (albums) => refetchStaleAlbums(client, albums),
      MIN_INTERVAL_MS,
    );
    const stop = onUploadResult((result) => {
      if (result.kind === 'uploaded') gather.add({ albumId: result.albumId, sinceMs: Date.now() });
      else if (result.count > 0) toast.success(mediaUploadedMessage(result.count));
    });
    return () => {
      stop();
      gather.stop();
    };
  }, [client]);
}

/** Refetches only queries whose data is older than the last upload. */
function refetchStaleAlbums(client: QueryClient, albums: readonly StaleAlbum[]): void {
  const lastMs = Math.max(...albums.map(({ sinceMs }) => sinceMs));
  const isOlder = ({ state }: Query) => state.dataUpdatedAt < lastMs;
  for (const queryKey of [...albums.map(({ albumId }) => mediaKeys.ofAlbum(albumId)), albumKeys.all, playlistKeys.all])
    void client.invalidateQueries({ queryKey, predicate: isOlder });
}
