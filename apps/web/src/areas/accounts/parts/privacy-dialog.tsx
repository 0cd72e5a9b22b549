import { getErrorMessage } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAcceptPrivacy } from '../api/accounts.ts';
import { PrivacyText } from './privacy-text.tsx';

interface PrivacyDialogProps {
  userId: string;
  onAccepted: () => void;
  onDeclined: () => void;
}

export function PrivacyDialog({ userId, onAccepted, onDeclined }: PrivacyDialogProps) {
  const accept = useAcceptPrivacy(userId, {
    onSuccess: onAccepted,
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <Dialog
      isOpen
      onClose={onDeclined}
      size="medium"
      title="Privacy Agreement"
      footer={
        <>
          <Button kind="quiet" onClick={onDeclined}>
            Decline
          </Button>
          <Button kind="primary" onClick={() => accept.mutate()} isLoading={accept.isPending}>
            Accept
          </Button>
        </>
      }
    >
      <PrivacyText />
    </Dialog>
  );
}
