import type { MessageResponse } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useRequestPasswordReset, useResendVerification } from '../api/account-mutations.ts';
import { getWebmailLink } from '../webmail.ts';
import styles from './account-form.module.css';

interface MailOnItsWayProps {
  email: string;
  /** Which mail it is: of a sign-up, or of a forgotten password. */
  isReset: boolean;
}

/** What whoever waits for a mail needs: the place where it arrives, where the address tells it, and the mail once more. */
export function CheckYourEmail({ email, isReset }: MailOnItsWayProps) {
  const after = {
    onSuccess: ({ message }: MessageResponse) => void toast.success(message ?? 'We sent you another email.'),
    onError: (failure: Error) => void toast.error(getErrorMessage(failure)),
  };
  const verification = useResendVerification(email, after);
  const reset = useRequestPasswordReset(after);
  const isSending = verification.isPending || reset.isPending;
  const mailbox = getWebmailLink(email);
  return (
    <div className={styles.acts}>
      {mailbox && (
        <a href={mailbox.url} target="_blank" rel="noreferrer" className={buttonClass('primary', 'large')}>
          Open {mailbox.name}
        </a>
      )}
      <Button size="large" isLoading={isSending} onClick={() => (isReset ? reset.mutate({ email }) : verification.mutate())}>
        Resend email
      </Button>
    </div>
  );
}
