import { Link, useLocation } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { AuthPage } from './auth-page.tsx';

export function VerificationScreen() {
  const { name, email } = useLocation({ select: (location) => location.state });
  return (
    <AuthPage
      title={name ? `Hello ${name}, check your mail` : 'Check your mail'}
      lead={
        <>
          We have sent a link to {email ? <strong>{email}</strong> : 'your email address'}. Follow it within 24 hours to verify your
          address, then sign in.
        </>
      }
    >
      <Link to="/login" className={buttonClass('primary', 'large')}>
        Go to sign in
      </Link>
    </AuthPage>
  );
}
