import styles from './avatar.module.css';
import { Picture } from './picture.tsx';
import { VisuallyHidden } from './text.tsx';

interface AvatarProps {
  name: string;
  src?: string;
  srcSet?: string;
  /** CSS pixels. */
  size?: number;
}

/** Profile picture or initials. Decorative: the name is next to it or in a label. */
export function Avatar({ name, src, srcSet, size = 38 }: AvatarProps) {
  const initials = getInitials(name);
  return (
    <span className={styles.avatar} style={{ width: size, height: size, fontSize: Math.round(size * 0.36) }} aria-hidden="true">
      {src ? <Picture src={src} srcSet={srcSet} alt="" loading="eager" fallback={initials} /> : initials}
    </span>
  );
}

function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}

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
