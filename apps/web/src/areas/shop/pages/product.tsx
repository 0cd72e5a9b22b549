import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Item } from '@vitrine/contract/items';
import { useState } from 'react';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { BagIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { Text } from '../../../ui/text.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { itemOptions } from '../api/items.ts';
import { addToBasket } from '../basket.ts';
import { BasketLink, GoToShopLink, ProductPicture } from '../parts/product-grid.tsx';
import { QuantityField } from '../parts/quantity-field.tsx';
import { useBasket } from '../use-basket.ts';
import styles from './shop.module.css';

export function ProductPage() {
  const { itemId = '' } = useSearch({ from: '/main/shop/product' });
  const item = useQuery({ ...itemOptions(itemId), enabled: itemId !== '' });
  const isGone = itemId === '' || (item.error instanceof AppError && (item.error.status === 404 || item.error.status === 422));
  if (isGone) {
    return (
      <EmptyState heading="h1" icon={<BagIcon size={26} />} title="This product is no longer available" action={<GoToShopLink />}>
        Browse the shop for other products.
      </EmptyState>
    );
  }
  if (item.data) return <ProductView key={itemId} item={item.data} />;
  return (
    <>
      <PageHeader title="Product" back={<BackLink to="/main/shop" label="Back to shop" />} actions={<BasketLink />} />
      {item.isLoadingError ? (
        <LoadFailure message={getErrorMessage(item.error)} onRetry={() => void item.refetch()} />
      ) : (
        <Skeleton style={{ height: 420, maxWidth: 1080 }} />
      )}
    </>
  );
}

const formatCm = (size: number | null) => (size === null ? null : `${size} cm`);

function ProductView({ item }: { item: Item }) {
  const { userId } = useAccountInView();
  const { lines, change } = useBasket(userId);
  const [quantity, setQuantity] = useState(1);
  const inBasket = lines.find((line) => line.itemId === item._id)?.quantity ?? 0;
  const add = () => {
    change((before) => addToBasket(before, item._id, quantity));
    setQuantity(1);
  };
  const sizes = [
    ['Height', formatCm(item.height)],
    ['Width', formatCm(item.width)],
    ['Length', formatCm(item.length)],
    ['Weight', `${item.weight} g`],
  ] as const;
  return (
    <>
      <PageHeader title={item.name} back={<BackLink to="/main/shop" label="Back to shop" />} actions={<BasketLink />} />
      <div className={styles.product}>
        <div className={styles.picture}>
          <ProductPicture pictureKey={item.picture?.key} width={800} alt={item.name} fit="contain" loading="eager" />
        </div>
        <Stack gap={4}>
          <Text size="xl" isTabular>
            ${item.price.toFixed(2)}
          </Text>
          {item.description && <p className={styles.description}>{item.description}</p>}
          <FactGrid facts={sizes.filter(([, size]) => size !== null)} />
          <Text tone="soft" size="sm">
            Shipping{item.salesTax.isApplicable ? ' and sales tax are' : ' is'} calculated in the cart.
          </Text>
          <Row wrap align="center" gap={3}>
            <QuantityField what={item.name} value={quantity} onChange={setQuantity} />
            <Button kind="primary" size="large" icon={<BagIcon size={18} />} onClick={add}>
              Add to cart
            </Button>
          </Row>
          <Text as="output" tone="soft" size="sm">
            {inBasket > 0 && `${inBasket} in your cart.`}
          </Text>
        </Stack>
      </div>
    </>
  );
}
