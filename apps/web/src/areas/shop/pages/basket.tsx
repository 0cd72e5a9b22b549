import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { BagIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { buttonClass, IconButton } from '../../../ui/button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { Text } from '../../../ui/text.tsx';
import { type BasketLines, type ShippingRegion, setQuantity } from '../basket.ts';
import { GoToShopLink, ProductLink, ProductPicture } from '../parts/product-grid.tsx';
import { QuantityField } from '../parts/quantity-field.tsx';
import { QuoteLines } from '../parts/quote-lines.tsx';
import { type BasketItem, useBasketItems } from '../use-basket.ts';
import styles from './basket.module.css';

const REGIONS = [
  { value: 'US', label: 'US' },
  { value: 'AL', label: 'Alaska/Hawaii' },
] as const satisfies { value: ShippingRegion; label: string }[];

/** The basket with shipping and tax. */
export function BasketPage() {
  const { region = 'US' } = useSearch({ from: '/main/shop/basket' });
  const navigate = useNavigate();
  const { items, lines, sold, quote, change } = useBasketItems(region);
  const show = (next: ShippingRegion) =>
    void navigate({ to: '/main/shop/basket', search: { region: next === 'AL' ? next : undefined }, replace: true });
  return (
    <>
      <PageHeader title="Cart" back={<BackLink to="/main/shop" label="Back to shop" />} />
      {items.isLoadingError && <LoadFailure message={getErrorMessage(items.error)} onRetry={() => void items.refetch()} />}
      {items.isPending && <Skeleton style={{ height: 240, maxWidth: 1080 }} />}
      {items.data && lines.length === 0 && (
        <EmptyState icon={<BagIcon size={26} />} title="Your cart is empty" action={<GoToShopLink />}>
          Products you add appear here.
        </EmptyState>
      )}
      {items.data && lines.length > 0 && (
        <div className={styles.panes}>
          <ul className={styles.lines} aria-label="Cart">
            {lines.map((line) => (
              <BasketLineRow key={line.itemId} line={line} change={change} />
            ))}
          </ul>
          <Panel title="Summary">
            <Stack gap={4}>
              <SegmentedChoice label="Shipping to" value={region} onChange={show} choices={REGIONS} />
              {getLoadFailure(quote) && <LoadFailure message={getErrorMessage(quote.error)} onRetry={() => void quote.refetch()} />}
              {sold.length > 0 && quote.isPending && <Skeleton style={{ height: 116 }} />}
              {sold.length > 0 && quote.data && <QuoteLines quote={quote.data} isOld={quote.isPlaceholderData} />}
              {sold.length > 0 && (
                <Link to="/main/shop/checkout" className={buttonClass('primary', 'large')}>
                  Continue to payment
                </Link>
              )}
            </Stack>
          </Panel>
        </div>
      )}
    </>
  );
}

function BasketLineRow({ line, change }: { line: BasketItem; change: (change: (lines: BasketLines) => BasketLines) => void }) {
  const { item, itemId, quantity } = line;
  const set = (next: number) => change((before) => setQuantity(before, itemId, next));
  const name = item?.name ?? 'Unavailable product';
  return (
    <li className={styles.line}>
      <div className={styles.picture}>
        <ProductPicture pictureKey={item?.picture?.key} width={80} height={60} />
      </div>
      <div className={styles.words}>
        <h2 className={styles.name}>{item ? ProductLink(item) : 'No longer available'}</h2>
        <Text tone="soft" size="sm" isTabular>
          {item ? `$${item.price.toFixed(2)} each` : 'Not included in your order.'}
        </Text>
      </div>
      {item && <QuantityField what={name} value={quantity} onChange={set} />}
      <IconButton label={`Remove ${name}`} icon={<TrashIcon size={18} />} onClick={() => set(0)} />
    </li>
  );
}
