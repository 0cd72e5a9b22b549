import { messageOf } from '../../../lib/app-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import { useResendVerification } from '../api/account-mutations.ts';
import styles from './account-form.module.css';

/** For whoever waits for the mail of their sign-up. */
export function SendAgain({ email }: { email: string }) {
  const resend = useResendVerification(email, {
    onSuccess: ({ message }) => void toast.success(message ?? 'We have sent you a new email.'),
    onError: (failure) => void toast.error(messageOf(failure)),
  });
  return (
    <button type="button" className={styles.link} onClick={() => resend.mutate()} disabled={resend.isPending}>
      send it again
    </button>
  );
}
