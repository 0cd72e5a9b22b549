import type { MessageResponse } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { toast } from '../../../ui/toast-store.ts';

/** What follows a deletion: the server's word, and the dialog goes. */
export function useDeletionToasts(done: string) {
  const { close } = useDialog();
  return {
    onSuccess: ({ message }: MessageResponse) => void toast.success(message ?? done),
    onError: (error: Error) => toast.error(getErrorMessage(error)),
    onSettled: close,
  };
}
