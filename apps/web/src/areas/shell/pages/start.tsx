import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { Skeleton } from '../../../ui/loading.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { userOptions } from '../../accounts/api/accounts.ts';
import { AlbumsPage } from '../../albums/pages/albums.tsx';
import styles from '../../onboarding/parts/onboarding.module.css';

// Only users of the partner platform have a shop.
const FeaturedProducts = lazy(() => import('../../shop/parts/featured-products.tsx').then((file) => ({ default: file.FeaturedProducts })));

/** The user's albums, with the first steps of a new user and products of the shop. */
export function StartPage() {
  const { isOwn } = useAccountInView();
  const hasShop = useSession()?.platform === 'WV' && isOwn;
  const products = hasShop && (
    <Suspense>
      <FeaturedProducts />
    </Suspense>
  );
  return <AlbumsPage banner={<OnboardingSlot />} footer={products} />;
}

const Onboarding = lazy(() => import('../../onboarding/parts/onboarding.tsx').then((file) => ({ default: file.Onboarding })));

/** Loads onboarding only for new users. Once shown, it stays until it is closed, so that its last message can be read. */
function OnboardingSlot() {
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
      <Onboarding user={user} onClose={close} onReopen={() => setIsClosed(false)} />
    </Suspense>
  );
}
