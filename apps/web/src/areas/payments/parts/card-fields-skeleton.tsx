import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './card-fields.module.css';

const FIELD = { height: 70 };

export function CardFieldsSkeleton() {
  return (
    <div className={styles.fields}>
      <VisuallyHidden as="output">Loading</VisuallyHidden>
      <Skeleton style={FIELD} className={styles.number} />
      <Skeleton style={FIELD} />
      <Skeleton style={FIELD} />
    </div>
  );
}
