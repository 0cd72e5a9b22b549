import { type ReactNode, useState } from 'react';
import styles from './picture.module.css';
import { VisuallyHidden } from './text.tsx';

interface PictureProps {
  src: string;
  srcSet?: string;
  alt: string;
  /** Address of a blurred placeholder, shown until the picture is loaded. */
  placeholder?: string | null;
  fit?: 'cover' | 'contain';
  loading?: 'lazy' | 'eager';
  /** Shown when the picture cannot be loaded. */
  fallback?: ReactNode;
  onFailed?: () => void;
}

/** Fills its box. Nothing jumps: the stand-in has the box from the first paint. */
export function Picture({ src, srcSet, alt, placeholder, fit = 'cover', loading = 'lazy', fallback, onFailed }: PictureProps) {
  const [state, setState] = useState<{ src: string; is: 'loaded' | 'failed' } | null>(null);
  const now = state?.src === src ? state.is : 'waiting';
  // Removed once the picture is loaded, because it would be visible through transparent ones.
  const standIn = now === 'loaded' ? null : placeholder;
  return (
    <span
      className={styles.box}
      style={standIn ? { backgroundImage: `url("${standIn}")`, backgroundSize: fit === 'cover' ? 'cover' : '100% 100%' } : undefined}
    >
      {now === 'failed' ? (
        <span className={styles.fallback}>
          {fallback}
          {alt && <VisuallyHidden>{alt}</VisuallyHidden>}
        </span>
      ) : (
        <img
          className={styles.image}
          data-state={now}
          data-fade={placeholder ? undefined : ''}
          style={{ objectFit: fit }}
          src={src}
          srcSet={srcSet}
          alt={alt}
          loading={loading}
          decoding="async"
          draggable={false}
          onLoad={() => setState({ src, is: 'loaded' })}
          onError={() => {
            setState({ src, is: 'failed' });
            onFailed?.();
          }}
        />
      )}
    </span>
  );
}
