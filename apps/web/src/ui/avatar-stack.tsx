import { Avatar } from './avatar.tsx';
import styles from './avatar-stack.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface StackedAvatar {
  id: string;
  name: string;
  src?: string;
  srcSet?: string;
}

/** More are counted (specification 2 §2, albums page). */
const FACES_MAX = 3;

/** Some faces, overlapping, and how many more there are. */
export function AvatarStack({ label, faces }: { label: string; faces: readonly StackedAvatar[] }) {
  if (faces.length === 0) return null;
  const more = faces.length - FACES_MAX;
  return (
    <span className={styles.stack} title={faces.map(({ name }) => name).join(', ')}>
      <VisuallyHidden>
        {label}: {faces.map(({ name }) => name).join(', ')}
      </VisuallyHidden>
      {faces.slice(0, FACES_MAX).map(({ id, ...face }) => (
        <Avatar key={id} size={26} {...face} />
      ))}
      {more > 0 && (
        <span className={styles.more} aria-hidden="true">
          +{more}
        </span>
      )}
    </span>
  );
}
