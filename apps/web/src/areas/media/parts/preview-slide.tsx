import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { type CSSProperties, useEffect, useRef } from 'react';
import { getPictureUrl } from '../../../lib/picture-url.ts';
import { getThumbhashUrl } from '../../../lib/thumbhash.ts';
import { Picture } from '../../../ui/picture.tsx';
import { getPreviewPictureUrl } from '../api/large-url.ts';
import { useMediaRoute } from '../media-door.ts';
import { getPictureKey, getVideoSource } from '../picture-source.ts';
import styles from './media-preview.module.css';
import { VideoPlayer } from './video-player.tsx';

/** Pixels of the picture that is shown once somebody looks closer than whole. */
const MAX_UPSCALE = { width: 3840, height: 3840, fit: 'inside' } as const;

interface PreviewSlideProps {
  media: Media;
  /** -1, 0 or 1: before, on, or after what is shown. */
  place: number;
  /** Clockwise degrees it is turned by on the page. */
  angle: number;
  isZoomed: boolean;
  /** A video was played to its end. */
  onEnded: () => void;
}

export function PreviewSlide({ media, place, angle, isZoomed, onEnded }: PreviewSlideProps) {
  const slide = useRef<HTMLDivElement>(null);
  // Decoded before it is shown: a large picture takes longer for that than somebody waits.
  useEffect(
    () =>
      void slide.current
        ?.querySelector('img')
        ?.decode()
        .catch(() => undefined),
    [],
  );
  const isCurrent = place === 0;
  return (
    <div
      ref={slide}
      className={styles.slide}
      style={{ '--place': place } as CSSProperties}
      data-current={isCurrent ? '' : undefined}
      aria-hidden={!isCurrent}
      inert={!isCurrent}
    >
      <SlideContent media={media} isCurrent={isCurrent} angle={angle} isZoomed={isZoomed && isCurrent} onEnded={onEnded} />
    </div>
  );
}

interface SlideContentProps extends Omit<PreviewSlideProps, 'place'> {
  isCurrent: boolean;
}

function SlideContent({ media, isCurrent, angle, isZoomed, onEnded }: SlideContentProps) {
  const door = useMediaRoute();
  if (media.status === MEDIA_STATUS.failed) return <p className={styles.words}>{media.failureReason ?? 'Couldn’t process this file.'}</p>;
  const source = media.kind === 'video' ? getVideoSource(media, door) : null;
  if (media.kind === 'video' && !source)
    return <p className={styles.words}>This video is still processing. You can play it here as soon as it’s ready.</p>;
  const key = getPictureKey(media);
  if (source && isCurrent) {
    return (
      <div className={styles.zoom}>
        <VideoPlayer
          source={source}
          poster={key ? getPreviewPictureUrl(key, door) : undefined}
          name={media.name}
          label={media.keys['720'] ? '720p' : undefined}
          onEnded={onEnded}
        />
      </div>
    );
  }
  return (
    <div className={styles.zoom}>
      <div className={styles.frame} style={getFrameStyle(media, angle)} data-frame={angle % 180 === 0 ? 'upright' : 'lying'}>
        {key && (
          <Picture
            src={getPreviewPictureUrl(key, door)}
            alt={media.name}
            fit="contain"
            loading="eager"
            placeholder={getThumbhashUrl(media.thumbhash)}
          />
        )}
        {key && isZoomed && <img className={styles.closeUp} src={getPictureUrl(key, MAX_UPSCALE, 1, door)} alt="" draggable={false} />}
      </div>
    </div>
  );
}

/** As large as the window allows, in its own shape; a small picture grows to twice its size and no further. */
function getFrameStyle({ width, height }: Media, angle: number): CSSProperties {
  if (!width || !height) return { width: '100vw', height: '100dvh', rotate: `${angle}deg` };
  const aspect = width / height;
  // Lying on its side it must fit the window's other measure.
  const fit =
    angle % 180 === 0 ? `min(100vw, calc(100dvh * ${aspect}), ${width * 2}px)` : `min(100dvh, calc(100vw * ${aspect}), ${width * 2}px)`;
  return { aspectRatio: aspect, width: fit, rotate: `${angle}deg` };
}
