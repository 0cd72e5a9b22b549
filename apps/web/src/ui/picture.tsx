import { type ReactNode, useEffect, useState } from 'react';
import styles from './picture.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A picture that is there sooner needs no stand-in that is costly to draw. */
const SLOW_MS = 150;

interface PictureProps {
  src: string;
  srcSet?: string;
  alt: string;
  /** Address of a blurred stand-in, shown until the picture is there. */
  placeholder?: string | null;
  /** Draws the stand-in of a picture that is slow; until then `colour` fills the box. */
  drawPlaceholder?: () => string | null;
  colour?: string;
  fit?: 'cover' | 'contain';
  loading?: 'lazy' | 'eager';
  /** Shown when the picture cannot be loaded. */
  fallback?: ReactNode;
}

/** Fills its box. Nothing jumps: the stand-in has the box from the first paint. */
export function Picture({
  src,
  srcSet,
  alt,
  placeholder,
  drawPlaceholder,
  colour,
  fit = 'cover',
  loading = 'lazy',
  fallback,
}: PictureProps) {
  const [state, setState] = useState<{ src: string; is: 'loaded' | 'failed' } | null>(null);
  const now = state?.src === src ? state.is : 'waiting';
  const isSlow = useIsSlow(drawPlaceholder !== undefined && now === 'waiting');
  // Gone once the picture is there, or it would shine through transparent ones.
  const standIn = now === 'loaded' ? null : isSlow ? drawPlaceholder?.() : placeholder;
  const backgroundColor = now === 'loaded' ? undefined : colour;
  return (
    <span
      className={styles.box}
      style={{
        backgroundColor,
        ...(standIn && { backgroundImage: `url("${standIn}")`, backgroundSize: fit === 'cover' ? 'cover' : '100% 100%' }),
      }}
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
          data-fade={placeholder || colour ? undefined : ''}
          style={{ objectFit: fit }}
          src={src}
          srcSet={srcSet}
          alt={alt}
          loading={loading}
          decoding="async"
          draggable={false}
          onLoad={() => setState({ src, is: 'loaded' })}
          onError={() => setState({ src, is: 'failed' })}
        />
      )}
    </span>
  );
}

function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}
