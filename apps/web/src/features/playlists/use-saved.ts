import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/app-error.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toast-store.ts';

/** What follows a change to a playlist: the server's words are said, and everything about playlists is asked again. Done when that is known. */
export function useSaved() {
  const client = useQueryClient();
  return {
    onSuccess: ({ message }: { message?: string }): Promise<void> => {
      if (message) toast.success(message);
      return client.invalidateQueries({ queryKey: keys.playlists });
    },
    onError: (error: Error) => void toast.error(messageOf(error)),
  };
}
