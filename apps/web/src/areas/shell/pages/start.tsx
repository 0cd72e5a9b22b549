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

/** Start page: the user's albums, with onboarding for new users and products for partner users. */
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

/** Loads onboarding only for new users. It stays until it is closed, so that its last message can be read. */
function OnboardingSlot() {
  const { userId, isOwn } = useAccountInView();
  const user = useQuery({ ...userOptions(userId), enabled: isOwn }).data;
  const [isShown, setIsShown] = useState(false);
  // A request that was pending when onboarding was closed may still return the old state.
  const [isClosed, setIsClosed] = useState(false);
  const isNewcomer = isOwn && user !== undefined && user.isNewcomer;
  if (isNewcomer && !isShown && !isClosed) setIsShown(true);
  if (!isShown || !user) return null;
  const close = () => {
    setIsShown(false);
    setIsClosed(true);
  };
  return (
    <Suspense fallback={<Skeleton className={styles.waiting} />}>
      <Onboarding user={user} onClose={close} onReopen={() => setIsClosed(false)} />
    </Suspense>
  );
}
