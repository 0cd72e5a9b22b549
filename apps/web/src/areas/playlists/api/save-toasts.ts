import type { MessageResponse } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import type { MutationCallbacks } from '../../../lib/use-api-mutation.ts';
import { toast } from '../../../ui/toast-store.ts';

/** Shows the server's message. Pending until the playlists are refetched, so that no row jumps back meanwhile. */
export const saveToasts = {
  onSuccess: ({ message }: MessageResponse, _input: unknown, refreshed: Promise<unknown>): Promise<unknown> => {
    if (message) toast.success(message);
    return refreshed;
  },
  onError: (error: Error) => void toast.error(getErrorMessage(error)),
} satisfies MutationCallbacks<never, MessageResponse>;
