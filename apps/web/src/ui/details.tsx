import { type ReactNode, useId } from 'react';
import styles from './details.module.css';

/** The parts of a detail panel. */
export function DetailsPicture({ children }: { children: ReactNode }) {
  return <div className={styles.picture}>{children}</div>;
}

/** Read-only name and caption. */
export function DetailsText({ name, caption }: { name: string; caption: string }) {
  return (
    <div className={styles.words}>
      <p>{name}</p>
      {caption && <p className={styles.caption}>{caption}</p>}
    </div>
  );
}

export function DetailsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}
