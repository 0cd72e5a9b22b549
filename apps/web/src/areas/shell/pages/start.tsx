import { lazy, Suspense } from 'react';
import { useSession } from '../../../lib/session.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { AlbumsPage } from '../../albums/pages/albums.tsx';
import { OnboardingSlot } from '../../onboarding/parts/onboarding-slot.tsx';

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
