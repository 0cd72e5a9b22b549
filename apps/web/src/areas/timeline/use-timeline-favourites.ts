import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getErrorMessage } from '../../lib/app-error.ts';
import { isFavouritesQuery } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toast-store.ts';
import type { OwnerScope } from '../accounts/owner-scope.ts';
import { useSetFavourites } from '../media/api/media-mutations.ts';
import { timelineFavouritesOptions } from './api/timeline.ts';

/** The viewer's favorites in the timeline. A change is shown immediately, and reverted when the server refuses it. */
export function useTimelineFavourites(scope: OwnerScope) {
  const client = useQueryClient();
  const options = timelineFavouritesOptions(scope);
  const { data } = useQuery(options);
  const save = useSetFavourites({
    onError: (error) => toast.error(getErrorMessage(error)),
    onSettled: () => client.invalidateQueries({ predicate: isFavouritesQuery }),
  });
  const ids = useMemo(() => new Set(data), [data]);
  const mark = (changed: readonly string[], isFavourite: boolean) => {
    // A pending response does not contain the change.
    void client.cancelQueries({ queryKey: options.queryKey });
    client.setQueryData(options.queryKey, (before: string[] = []) => {
      const next = new Set(before);
      for (const id of changed)
        if (isFavourite) next.add(id);
        else next.delete(id);
      return [...next];
    });
    save.mutate({ ids: changed, isFavourite });
  };
  return {
    has: (mediaId: string) => ids.has(mediaId),
    toggle: (mediaId: string) => mark([mediaId], !ids.has(mediaId)),
    mark,
  };
}

export type TimelineFavourites = ReturnType<typeof useTimelineFavourites>;
