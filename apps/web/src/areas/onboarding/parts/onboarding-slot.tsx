import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '../../../ui/loading.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { userOptions } from '../../accounts/api/accounts.ts';
import styles from './onboarding.module.css';

const Welcome = lazy(() => import('./onboarding.tsx').then((file) => ({ default: file.Onboarding })));

/** Loads onboarding only for new users. Once shown, it stays until it is closed, so that its last message can be read. */
export function OnboardingSlot() {
  const { userId, isOwn } = useAccountInView();
  const user = useQuery({ ...userOptions(userId), enabled: isOwn }).data;
  const [isUp, setIsUp] = useState(false);
  // A pending request from before may still return the old state.
  const [isClosed, setIsClosed] = useState(false);
  const isNewcomer = isOwn && user !== undefined && user.isNewcomer;
  if (isNewcomer && !isUp && !isClosed) setIsUp(true);
  if (!isUp || !user) return null;
  const close = () => {
    setIsUp(false);
    setIsClosed(true);
  };
  return (
    <Suspense fallback={<Skeleton className={styles.waiting} />}>
      <Welcome user={user} onClose={close} onReopen={() => setIsClosed(false)} />
    </Suspense>
  );
}
