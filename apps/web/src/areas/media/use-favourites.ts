import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getErrorMessage } from '../../lib/app-error.ts';
import { toast } from '../../ui/toast-store.ts';
import { favouritesOptions } from './api/media.ts';
import { useSetFavourite } from './api/media-mutations.ts';

/** The viewer's favorites in an album. A change is shown immediately, and reverted when the server refuses it. */
export function useFavourites(albumId: string) {
  const client = useQueryClient();
  const options = favouritesOptions(albumId);
  const { data } = useQuery({ ...options, enabled: albumId !== '' });
  const mark = useSetFavourite(albumId, { onError: (error) => toast.error(getErrorMessage(error)) });
  const ids = data ?? [];
  return {
    ids,
    has: (mediaId: string) => ids.includes(mediaId),
    toggle(mediaId: string) {
      const isFavourite = !ids.includes(mediaId);
      // A pending response does not contain the change.
      void client.cancelQueries({ queryKey: options.queryKey });
      client.setQueryData(options.queryKey, (before: string[] = []) =>
        isFavourite ? [...before, mediaId] : before.filter((id) => id !== mediaId),
      );
      mark.mutate({ mediaId, isFavourite });
    },
  };
}

export type Favourites = ReturnType<typeof useFavourites>;
