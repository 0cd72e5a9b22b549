import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts';
import { lazy, Suspense, useState } from 'react';
import { signOut } from '../../../features/accounts/api/accounts.ts';
import { SignInForm } from '../../../features/accounts/components/sign-in-form.tsx';
import { landing } from '../../landing.ts';
import { AuthPage } from './auth-page.tsx';

// Dialogs are behind the sign-in button, and so is their code.
const PrivacyDialog = lazy(() =>
  import('../../../features/accounts/components/privacy-dialog.tsx').then((file) => ({ default: file.PrivacyDialog })),
);

export function LoginPage() {
  const navigate = useNavigate();
  const router = useRouter();
  const { next } = useSearch({ from: '/public/login' });
  const [asked, setAsked] = useState<User | null>(null);
  const enter = () => {
    if (next) router.history.replace(next);
    else void navigate({ ...landing(), replace: true });
  };
  const onSignedIn = (user: User) => {
    if (user.privacy || user.role !== 'user') enter();
    else setAsked(user);
  };
  const onDeclined = () => {
    setAsked(null);
    void signOut();
  };
  return (
    <AuthPage
      title="Welcome back"
      lead="Sign in to see what your walls are showing."
      footer={
        <>
          New here? <Link to="/signup">Sign up</Link>
        </>
      }
    >
      <SignInForm onSignedIn={onSignedIn} forgotLink={<Link to="/forgot-password">Forgot password?</Link>} />
      {asked && (
        <Suspense>
          <PrivacyDialog userId={asked._id} onAccepted={enter} onDeclined={onDeclined} />
        </Suspense>
      )}
    </AuthPage>
  );
}
