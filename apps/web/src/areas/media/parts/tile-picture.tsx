import { useEffect, useRef, useState } from 'react';
import { getThumbhashColour, getThumbhashUrl } from '../../../lib/thumbhash.ts';
import { ImageIcon } from '../../../ui/icons.tsx';
import styles from './media-grid.module.css';

/** A picture that is there sooner needs no stand-in that is costly to draw. */
const SLOW_MS = 150;

interface TilePictureProps {
  src: string;
  thumbhash: string | null;
  /** Of its media: where that changes, a picture that could not be loaded is asked for again. One that is there stays. */
  state: number;
}

/**
 * Dozens appear at once while somebody scrolls, so this is one element that is drawn by React once: a colour until the picture
 * covers it. Only what is slow, failed, or lets its ground shine through is drawn again.
 */
export function TilePicture({ src, thumbhash, state: mediaState }: TilePictureProps) {
  const picture = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<'usual' | 'slow' | 'bare' | 'failed'>('usual');
  const [failedAt, setFailedAt] = useState(mediaState);
  const { colour, isOpaque } = getThumbhashColour(thumbhash);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (picture.current && !picture.current.complete) setState('slow');
    }, SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  if (state === 'failed' && failedAt === mediaState) {
    return (
      <span className={styles.waiting}>
        <ImageIcon size={28} />
      </span>
    );
  }
  const standIn = state === 'slow' ? getThumbhashUrl(thumbhash) : null;
  return (
    <img
      ref={picture}
      className={styles.picture}
      style={{ backgroundColor: state === 'bare' ? undefined : colour, backgroundImage: standIn ? `url("${standIn}")` : undefined }}
      src={src}
      alt=""
      decoding="async"
      draggable={false}
      onLoad={state === 'usual' && isOpaque ? undefined : () => setState('bare')}
      onError={() => {
        setFailedAt(mediaState);
        setState('failed');
      }}
    />
  );
}
