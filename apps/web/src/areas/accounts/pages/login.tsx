import { Link, useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts';
import { lazy, Suspense, useState } from 'react';
import { queryClient } from '../../../lib/query-client.ts';
import { signOut, userOptions } from '../api/accounts.ts';
import { getLandingPage } from '../landing.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { SignInForm } from './sign-in-form.tsx';

// Dialogs are behind the sign-in button, and so is their code.
const PrivacyDialog = lazy(() => import('../parts/privacy-dialog.tsx').then((file) => ({ default: file.PrivacyDialog })));

export function LoginPage() {
  const navigate = useNavigate();
  const router = useRouter();
  const { next } = useSearch({ from: '/public/login' });
  // Still so while the agreement is read, over this page and signed in.
  const [confirmed] = useState(useLocation({ select: ({ state }) => state.email }));
  const [asked, setAsked] = useState<User | null>(null);
  const enter = (user: User) => {
    // The first page knows at once whom it greets.
    queryClient.setQueryData(userOptions(user._id).queryKey, user);
    if (next) router.history.replace(next);
    else void navigate({ ...getLandingPage(), replace: true });
  };
  const onSignedIn = (user: User) => {
    if (user.privacy || user.role !== 'user') enter(user);
    else setAsked(user);
  };
  const onDeclined = () => {
    setAsked(null);
    void signOut();
  };
  return (
    <AuthLayout
      title={confirmed ? 'Welcome' : 'Welcome back'}
      lead={
        confirmed
          ? 'Your email address is verified. Sign in to put your photos on a screen in three steps.'
          : 'Sign in to manage your photos and screens.'
      }
      footer={
        <>
          New here? <Link to="/signup">Sign up</Link>
        </>
      }
    >
      <SignInForm email={confirmed} onSignedIn={onSignedIn} forgotLink={<Link to="/forgot-password">Forgot password?</Link>} />
      {asked && (
        <Suspense>
          <PrivacyDialog userId={asked._id} onAccepted={() => enter({ ...asked, privacy: true })} onDeclined={onDeclined} />
        </Suspense>
      )}
    </AuthLayout>
  );
}
