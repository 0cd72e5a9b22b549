import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { itemListOptions } from '../../../features/items/api/items.ts';
import { ProductGrid } from '../../../features/items/components/product-grid.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import styles from './shop.module.css';
import { ProductLink } from './shop-links.tsx';

const PRODUCTS_SHOWN = 4;

/** The newest products, on the start of the partner's people; nothing while there are none. */
export function FeaturedProducts() {
  const { data: items = [] } = useQuery(itemListOptions);
  if (items.length === 0) return null;
  return (
    <section className={styles.featured} aria-labelledby="featured-products">
      <div className={styles.head}>
        <h2 id="featured-products">Featured products</h2>
        <Link to="/main/shop" search={{} as never} className={buttonClass('quiet')}>
          See all products
        </Link>
      </div>
      <ProductGrid label="Featured products" items={items.slice(0, PRODUCTS_SHOWN)} link={ProductLink} />
    </section>
  );
}
