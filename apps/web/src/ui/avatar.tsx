import styles from './avatar.module.css';
import { Picture } from './picture.tsx';

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

export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}
