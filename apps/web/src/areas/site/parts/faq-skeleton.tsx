import styles from './faq-sections.module.css';

/** Questions before they are there. Drawn by styles alone: the public page has no room for more script. */
export const FaqSkeleton = () => <output className={styles.waiting} aria-label="Loading" />;
