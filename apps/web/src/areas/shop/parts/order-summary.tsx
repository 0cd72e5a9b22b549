import type { Order } from '@vitrine/contract/orders';
import { parsePaperSize } from '@vitrine/contract/poster-sheet';
import { countries } from '@vitrine/contract/profile';
import { formatCents } from '../../../lib/format.ts';
import { getPictureUrl } from '../../../lib/picture-url.ts';
import { FactGrid } from '../../../ui/details.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { getCropStyle } from '../poster-crop.ts';
import styles from './order-summary.module.css';

/** Content of an order: a poster with its four options, products, or a plan. */
export function OrderContents({ order }: { order: Order }) {
  if (order.poster) return <PosterContents order={order} poster={order.poster} />;
  if (order.items.length > 0) return <ItemContents items={order.items} />;
  return (
    <FactGrid
      facts={[
        ['Plan', order.planId?.planName ?? order.description],
        ['Billing period', order.planId?.interval === 'year' ? 'Yearly' : order.planId?.interval === 'month' ? 'Monthly' : null],
        ['Paid until', order.endDate === null ? null : new Date(order.endDate * 1000).toLocaleDateString('en-US')],
      ]}
    />
  );
}

function PosterContents({ order, poster }: { order: Order; poster: NonNullable<Order['poster']> }) {
  const { orientationId, sizeId, paperStockId, laminationId, quantity } = order;
  const sheet = parsePaperSize(sizeId?.name ?? '', orientationId?.name ?? '');
  const key = poster.mediaId[0]?.mediaFile.key;
  return (
    <div className={styles.poster}>
      <div className={styles.sheet} style={{ aspectRatio: sheet ? sheet.width / sheet.height : 2 / 3 }}>
        {key ? (
          <img
            src={getPictureUrl(key, { width: 960, fit: 'inside' })}
            alt={`Print preview of ${poster.name}`}
            style={getCropStyle(poster.crop)}
          />
        ) : (
          <p className={styles.gone}>
            <ImageIcon />
            This photo has been deleted. {poster.hasPrintFile && 'The print file was kept.'}
          </p>
        )}
      </div>
      <FactGrid
        facts={[
          ['Photo', poster.name],
          ['Orientation', orientationId?.name],
          ['Size', sizeId?.name],
          ['Paper stock', paperStockId?.name],
          ['Lamination', laminationId?.name],
          ['Quantity', String(quantity)],
          ['Resolution', `${Math.floor(poster.pixelsPerInch)} pixels per inch`],
        ]}
      />
    </div>
  );
}

function formatPosterSize({ width, height, length, weight }: Order['items'][number]): string {
  const sides = [width, height, length].filter((side) => side !== null);
  const parts = [sides.length > 0 && `${sides.join(' × ')} cm`, weight !== null && `${weight} g`];
  return parts.filter(Boolean).join(', ');
}

const ItemContents = ({ items }: { items: Order['items'] }) => (
  <Stack as="ul" aria-label="Products">
    {items.map((item, index) => (
      // Two lines may be of the same product.
      <li key={`${index}-${item.name}`} className={styles.item}>
        <div className={styles.thumb}>
          {item.picture ? <img src={getPictureUrl(item.picture.key, { width: 64, height: 64 })} alt="" loading="lazy" /> : <ImageIcon />}
        </div>
        <div className={styles.about}>
          <strong>{item.name}</strong>
          {item.description && (
            <Text tone="soft" size="sm">
              {item.description}
            </Text>
          )}
          <Text tone="soft" size="sm">
            {formatPosterSize(item)}
          </Text>
        </div>
        <p className={styles.price}>
          ${item.price.toFixed(2)} × {item.quantity}
          <br />
          <strong>{formatCents(item.amount)}</strong>
        </p>
      </li>
    ))}
  </Stack>
);

const FIELD_LABELS: Record<string, string> = countries;

/** As it was when it was ordered. */
export function ShippingAddress({ address }: { address: Order['shippingAddress'] }) {
  if (!address) return <p>Not provided</p>;
  return (
    <address style={{ fontStyle: 'normal', overflowWrap: 'anywhere' }}>
      {address.houseAddress}
      <br />
      {address.city}, {address.state} {address.zipcode}
      <br />
      {FIELD_LABELS[address.country] ?? address.country}
    </address>
  );
}
