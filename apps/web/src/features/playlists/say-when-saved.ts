import { messageOf } from '../../lib/app-error.ts';
import type { After } from '../../lib/use-change.ts';
import { toast } from '../../ui/toast-store.ts';

/** The server's message is shown. Pending until the playlists have been read again, so that nothing jumps back meanwhile. */
export const sayWhenSaved = {
  onSuccess: ({ message }: { message?: string }, _input: unknown, refreshed: Promise<unknown>): Promise<unknown> => {
    if (message) toast.success(message);
    return refreshed;
  },
  onError: (error: Error) => void toast.error(messageOf(error)),
} satisfies After<never, { message?: string }>;
