import { Link, useLocation } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { CheckYourEmail } from './mail-on-its-way.tsx';

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
        // Opened by its address alone: whoever signs in is offered the mail again.
        <Link to={isReset ? '/forgot-password' : '/login'} className={buttonClass('primary', 'large')}>
          {isReset ? 'Send new link' : 'Go to sign in'}
        </Link>
      )}
    </AuthLayout>
  );
}
