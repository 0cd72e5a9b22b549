import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useBrand } from '../../../lib/platform.ts';
import { BagIcon } from '../../../ui/app-icons.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { GoToAlbumsLink } from '../../accounts/parts/page-links.tsx';
import { itemListOptions } from '../api/items.ts';
import { BasketLink, ProductGrid } from '../parts/product-grid.tsx';
import styles from './shop.module.css';

/** Products of the partner's shop. */
export function ShopPage() {
  const { name } = useBrand();
  const items = useQuery(itemListOptions);
  return (
    <>
      <PageHeader title={`${name} Shop`} actions={<BasketLink />} />
      <div className={styles.body}>
        {items.isPending && <ListSkeleton view="Grid" />}
        {items.isLoadingError && <LoadFailure message={getErrorMessage(items.error)} onRetry={() => void items.refetch()} />}
        {items.data?.length === 0 && (
          <EmptyState icon={<BagIcon size={26} />} title="No products yet" action={<GoToAlbumsLink />}>
            Frames and other products will appear here.
          </EmptyState>
        )}
        {items.data && items.data.length > 0 && <ProductGrid label="Products" items={items.data} />}
      </div>
    </>
  );
}
