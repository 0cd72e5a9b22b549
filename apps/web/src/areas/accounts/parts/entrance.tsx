import { useNavigate, useRouter } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { queryClient } from '../../../lib/query-client.ts';
import { signOut, userOptions } from '../api/accounts.ts';
import { getLandingPage } from '../landing.ts';

// Opened after the password was sent, so its code is loaded then.
const PrivacyDialog = lazy(() => import('./privacy-dialog.tsx').then((file) => ({ default: file.PrivacyDialog })));

interface Entrance {
  onSignedIn: (user: User) => void;
  /** Shown over the page while the agreement must be accepted. */
  privacyDialog: ReactNode;
}

/** Opens the page that a person wanted after they signed in, once the privacy agreement is accepted. */
export function useEntrance({ next, onDeclined }: { next: string | undefined; onDeclined?: () => void }): Entrance {
  const navigate = useNavigate();
  const router = useRouter();
  const [asked, setAsked] = useState<User | null>(null);
  const enter = (user: User) => {
    // The first page knows at once whom it greets.
    queryClient.setQueryData(userOptions(user._id).queryKey, user);
    if (next) router.history.replace(next);
    else void navigate({ ...getLandingPage(), replace: true });
  };
  const decline = () => {
    setAsked(null);
    void signOut();
    onDeclined?.();
  };
  return {
    onSignedIn: (user) => (user.privacy || user.role !== 'user' ? enter(user) : setAsked(user)),
    privacyDialog: asked && (
      <Suspense>
        <PrivacyDialog userId={asked._id} onAccepted={() => enter({ ...asked, privacy: true })} onDeclined={decline} />
      </Suspense>
    ),
  };
}
