import { getPictureSrcSet, getPictureUrl } from '../../../lib/picture-url.ts';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import styles from './product-picture.module.css';

interface ProductPictureProps {
  pictureKey: string | null | undefined;
  /** CSS pixels of its width. */
  width: number;
  height?: number;
  /** Empty when the name is next to it. */
  alt?: string;
  fit?: 'cover' | 'contain';
  loading?: 'lazy' | 'eager';
}

/** Fills its box; an empty frame replaces a picture that is deleted or cannot be shown yet. */
export function ProductPicture({ pictureKey, width, height, alt = '', fit = 'cover', loading }: ProductPictureProps) {
  const frame = (
    <span className={styles.frame}>
      <ImageIcon size={Math.min(32, Math.round(width / 2.5))} />
    </span>
  );
  if (!pictureKey) return frame;
  const size = { width, height, fit: fit === 'contain' ? ('inside' as const) : fit };
  return (
    <Picture
      src={getPictureUrl(pictureKey, size)}
      srcSet={getPictureSrcSet(pictureKey, size)}
      alt={alt}
      fit={fit}
      loading={loading}
      fallback={frame}
    />
  );
}
