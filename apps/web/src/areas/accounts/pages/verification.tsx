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
      title={name ? `Hello ${name}, check your email` : 'Check your email'}
      lead={
        isReset ? (
          <>If an account belongs to {address}, a link to set a new password is on its way. It works once, for one day.</>
        ) : (
          <>We have sent a link to {address}. Follow it within 24 hours to verify your address, then sign in.</>
        )
      }
      footer={
        <>
          Nothing there? Check your spam folder.{' '}
          {email && (
            <>Not your address? {isReset ? <Link to="/forgot-password">Try another</Link> : <Link to="/signup">Sign up again</Link>}. </>
          )}
          {isReset ? 'You know it again?' : 'Followed it already?'} <Link to="/login">Sign in</Link>.
        </>
      }
    >
      {email ? (
        <CheckYourEmail email={email} isReset={isReset} />
      ) : (
        // Opened by its address alone: whoever signs in is offered the mail again.
        <Link to={isReset ? '/forgot-password' : '/login'} className={buttonClass('primary', 'large')}>
          {isReset ? 'Send a new link' : 'Go to sign in'}
        </Link>
      )}
    </AuthLayout>
  );
}
