import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { acceptPrivacy } from '../api/accounts.ts';
import styles from './privacy-dialog.module.css';

interface PrivacyDialogProps {
  userId: string;
  onAccepted: () => void;
  onDeclined: () => void;
}

export function PrivacyDialog({ userId, onAccepted, onDeclined }: PrivacyDialogProps) {
  const accept = useMutation({
    mutationFn: () => acceptPrivacy(userId),
    onSuccess: onAccepted,
    onError: (error) => toast.error(messageOf(error)),
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

function PrivacyText() {
  return (
    <div className={styles.text}>
      <p>
        Vitrine keeps photos and videos for you and shows them on the screens you choose. To do that, it has to handle some of your data.
        This is what happens with it.
      </p>
      <h3>What is kept</h3>
      <p>
        Your name and email address, your password in a form that nobody can read back, the files you upload together with what the camera
        wrote into them, and your albums, playlists and screens.
      </p>
      <h3>What it is used for</h3>
      <p>
        To sign you in, to prepare your files for your screens, and to show them there. Nothing is sold, shown to advertisers or used to
        train anything.
      </p>
      <h3>Who can see it</h3>
      <p>
        You, the people you share an album with, and everybody who stands in front of a screen on which you show it. The people who run this
        installation can reach the data where their work requires it.
      </p>
      <h3>How long it stays</h3>
      <p>
        Until you delete it. A file that you delete disappears from your albums at once, and from screens as soon as they are connected.
      </p>
      <h3>Your choice</h3>
      <p>
        You may ask for a copy of your data or for its removal at any time. If you decline, nothing further is stored and you are signed
        out.
      </p>
    </div>
  );
}
