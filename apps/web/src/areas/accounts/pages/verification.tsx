import { Link, useLocation } from '@tanstack/react-router';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { EmailText } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useRequestPasswordReset, useResendVerification } from '../api/accounts.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { getWebmailLink } from '../webmail.ts';

/** After sign-up, and after a forgotten password: who was written to comes in the state of the navigation. */
export function VerificationPage() {
  const { name, email, type } = useLocation({ select: (location) => location.state });
  const address = email ? (
    <strong>
      <EmailText email={email} />
    </strong>
  ) : (
    'your email address'
  );
  const isReset = type === 'forget';
  return (
    <AuthLayout
      title={name ? `Hi ${name}, check your email` : 'Check your email'}
      lead={
        isReset ? (
          <>
            If there’s an account for {address}, we’ve sent a link to reset the password. The link can be used once and expires after 24
            hours.
          </>
        ) : (
          <>We sent a link to {address}. Open it within 24 hours to verify your email address, then sign in.</>
        )
      }
      footer={
        <>
          No email? Check your spam folder.{' '}
          {email && (
            <>Wrong address? {isReset ? <Link to="/forgot-password">Try another</Link> : <Link to="/signup">Sign up again</Link>}. </>
          )}
          {isReset ? 'Remembered your password?' : 'Already verified?'} <Link to="/login">Sign in</Link>.
        </>
      }
    >
      {email ? (
        <CheckYourEmail email={email} isReset={isReset} />
      ) : (
        // Opened directly by its address: signing in offers the email again.
        <Link to={isReset ? '/forgot-password' : '/login'} className={buttonClass('primary', 'large')}>
          {isReset ? 'Send new link' : 'Go to sign in'}
        </Link>
      )}
    </AuthLayout>
  );
}

interface MailOnItsWayProps {
  email: string;
  /** Which mail it is: of a sign-up, or of a forgotten password. */
  isReset: boolean;
}

/** Page while the user waits for an email: a link to the mailbox, if the domain reveals it, and a button to send the email again. */
function CheckYourEmail({ email, isReset }: MailOnItsWayProps) {
  const after = {
    onSuccess: ({ message }: MessageResponse) => void toast.success(message ?? 'We sent you another email.'),
    onError: (failure: Error) => void toast.error(getErrorMessage(failure)),
  };
  const verification = useResendVerification(email, after);
  const reset = useRequestPasswordReset(after);
  const isSending = verification.isPending || reset.isPending;
  const mailbox = getWebmailLink(email);
  return (
    <Stack gap={3}>
      {mailbox && (
        <a href={mailbox.url} target="_blank" rel="noreferrer" className={buttonClass('primary', 'large')}>
          Open {mailbox.name}
        </a>
      )}
      <Button size="large" isLoading={isSending} onClick={() => (isReset ? reset.mutate({ email }) : verification.mutate())}>
        Resend email
      </Button>
    </Stack>
  );
}
