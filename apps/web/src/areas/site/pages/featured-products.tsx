import { type ArtworkName, ArtworkPicture } from '../../../ui/artworks.tsx';
import { Stack } from '../../../ui/layout.tsx';
import styles from './featured-products.module.css';

const PRODUCTS: { name: string; note: string; picture: ArtworkName; look: 'oak' | 'black' | 'white' | 'poster' }[] = [
  { name: 'Oak frame', note: '10-inch, with mat', picture: 'lemons', look: 'oak' },
  { name: 'Black frame', note: '13-inch, slim profile', picture: 'aurora', look: 'black' },
  { name: 'White frame', note: '15-inch, with mat', picture: 'kites', look: 'white' },
  { name: 'Poster', note: 'Your photo, 50 × 70 cm', picture: 'terraces', look: 'poster' },
];

export function PricingProducts() {
  return (
    <Stack as="section" gap={5} aria-labelledby="products">
      <h2 id="products">Featured products</h2>
      <ul className={styles.products}>
        {PRODUCTS.map(({ name, note, picture, look }) => (
          <li key={name} className={styles.product}>
            <div className={styles.wall}>
              <div className={`${styles.frame} ${styles[look]}`}>
                <ArtworkPicture name={picture} />
              </div>
            </div>
            <h3>{name}</h3>
            <p>{note}</p>
            <p className={styles.price}>$49.00</p>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
