import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { itemListOptions } from '../api/items.ts';
import styles from '../pages/shop.module.css';
import { ProductGrid } from './product-grid.tsx';

const PRODUCTS_SHOWN = 4;

/** Shows the newest products on the start page of the partner's users. Renders nothing without products. */
export function FeaturedProducts() {
  const { data: items = [] } = useQuery(itemListOptions);
  if (items.length === 0) return null;
  return (
    <section className={styles.featured} aria-labelledby="featured-products">
      <div className={styles.head}>
        <h2 id="featured-products">Featured products</h2>
        <Link to="/main/shop" className={buttonClass('quiet')}>
          View all products
        </Link>
      </div>
      <ProductGrid label="Featured products" items={items.slice(0, PRODUCTS_SHOWN)} />
    </section>
  );
}
