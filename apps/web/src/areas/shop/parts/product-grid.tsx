import type { Item } from '@vitrine/contract/items';
import type { ReactNode } from 'react';
import { Card, CardGrid } from '../../../ui/card.tsx';
import styles from './product-grid.module.css';
import { ProductPicture } from './product-picture.tsx';

interface ProductGridProps {
  label: string;
  items: readonly Item[];
  /** The way to its page. */
  link: (item: Item) => ReactNode;
}

export function ProductGrid({ label, items, link }: ProductGridProps) {
  return (
    <CardGrid label={label}>
      {items.map((item) => (
        <Card
          key={item._id}
          picture={<ProductPicture pictureKey={item.picture?.key} width={320} height={240} />}
          title={link(item)}
          note={<span className={styles.price}>${item.price.toFixed(2)}</span>}
        />
      ))}
    </CardGrid>
  );
}
