import { Link } from '@tanstack/react-router';
import type { Item } from '@vitrine/contract/items';
import { getPictureSrcSet, getPictureUrl } from '../../../lib/picture-url.ts';
import { BagIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card, CardGrid } from '../../../ui/card.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { Text } from '../../../ui/text.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { countItems } from '../basket.ts';
import styles from '../pages/shop.module.css';
import { useBasket } from '../use-basket.ts';

interface ProductGridProps {
  label: string;
  items: readonly Item[];
}

export function ProductGrid({ label, items }: ProductGridProps) {
  return (
    <CardGrid label={label}>
      {items.map((item) => (
        <Card
          key={item._id}
          picture={<ProductPicture pictureKey={item.picture?.key} width={320} height={240} />}
          title={ProductLink(item)}
          note={
            <Text as="span" isTabular>
              ${item.price.toFixed(2)}
            </Text>
          }
        />
      ))}
    </CardGrid>
  );
}

export const ProductLink = ({ _id, name }: Item) => (
  <Link to="/main/shop/product" search={{ itemId: _id }}>
    {name}
  </Link>
);

export const GoToShopLink = ({ label = 'View products' }: { label?: string }) => (
  <Link to="/main/shop" className={buttonClass('primary')}>
    {label}
  </Link>
);

export function BasketLink() {
  const { userId } = useAccountInView();
  const count = countItems(useBasket(userId).lines);
  return (
    <Link to="/main/shop/basket" className={buttonClass('secondary')}>
      <BagIcon size={18} />
      {count > 0 ? `Cart (${count})` : 'Cart'}
    </Link>
  );
}

interface ProductPictureProps {
  pictureKey: string | null | undefined;
  /** CSS pixels of its width. */
  width: number;
  height?: number;
  /** Empty when the name is next to it. */
  alt?: string;
  fit?: 'cover' | 'contain';
  loading?: 'lazy' | 'eager';
}

/** Fills its box; an empty frame replaces a picture that is deleted or cannot be shown yet. */
export function ProductPicture({ pictureKey, width, height, alt = '', fit = 'cover', loading }: ProductPictureProps) {
  const frame = (
    <span className={styles.frame}>
      <ImageIcon size={Math.min(32, Math.round(width / 2.5))} />
    </span>
  );
  if (!pictureKey) return frame;
  const size = { width, height, fit: fit === 'contain' ? ('inside' as const) : fit };
  return (
    <Picture
      src={getPictureUrl(pictureKey, size)}
      srcSet={getPictureSrcSet(pictureKey, size)}
      alt={alt}
      fit={fit}
      loading={loading}
      fallback={frame}
    />
  );
}
