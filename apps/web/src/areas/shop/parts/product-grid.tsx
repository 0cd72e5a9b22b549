import { Link } from '@tanstack/react-router';
import type { Item } from '@vitrine/contract/items';
import { BagIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card, CardGrid } from '../../../ui/card.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { countItems } from '../basket.ts';
import { useBasket } from '../use-basket.ts';
import styles from './product-grid.module.css';
import { ProductPicture } from './product-picture.tsx';

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
          note={<span className={styles.price}>${item.price.toFixed(2)}</span>}
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
