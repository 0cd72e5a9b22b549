import { useQueryClient } from '@tanstack/react-query';
import { playlistKeys } from '../../entities/playlists/playlist-keys.ts';
import { messageOf } from '../../lib/app-error.ts';
import { toast } from '../../ui/toast-store.ts';

/** What follows a change to a playlist: the server's words are said, and everything about playlists is asked again. Done when that is known. */
export function useSaved() {
  const client = useQueryClient();
  return {
    onSuccess: ({ message }: { message?: string }): Promise<void> => {
      if (message) toast.success(message);
      return client.invalidateQueries({ queryKey: playlistKeys.all });
    },
    onError: (error: Error) => void toast.error(messageOf(error)),
  };
}
