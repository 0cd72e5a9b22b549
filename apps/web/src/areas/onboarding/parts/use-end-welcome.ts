import { useQueryClient } from '@tanstack/react-query';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import { userOptions, useSetOnboardingEnded } from '../../accounts/api/accounts.ts';

/** The welcome ends for the account, on every device; what is on this page stays until it is closed. */
export function useEndOnboarding(userId: string, { onClose, onReopen }: { onClose: () => void; onReopen: () => void }) {
  const client = useQueryClient();
  const note = (isNewcomer: boolean) => client.setQueryData(userOptions(userId).queryKey, (user) => user && { ...user, isNewcomer });
  const set = useSetOnboardingEnded(userId, { onError: (error) => toast.error(getErrorMessage(error)) });
  const close = () => {
    note(false);
    onClose();
  };
  const reopen = () => {
    set.mutate(false);
    onReopen();
  };
  return {
    end: () => set.mutate(true),
    close,
    dismiss: () => {
      set.mutate(true);
      close();
      toast.success('Setup guide closed.', { action: { label: 'Undo', onSelect: reopen } });
    },
  };
}
