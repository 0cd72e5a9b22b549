import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { getPictureUrl, getThumbhashUrl } from '../../../lib/picture-url.ts';
import { Spinner } from '../../../ui/loading.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { getDownloadUrl, getPreviewPictureUrl } from '../api/media.ts';
import { getPictureKey, getVideoSource, playsOriginal, useMediaRoute } from '../media-sizes.ts';
import { useKeyHandlers } from '../use-preview.ts';
import styles from './media-preview.module.css';

interface PreviewStageProps {
  ref: RefObject<HTMLDivElement | null>;
  at: (index: number) => Media | undefined;
  index: number;
  /** Index of the neighbors; null at the ends of the album. */
  previous: number | null;
  next: number | null;
  angleOf: (media: Media) => number;
  isZoomed: boolean;
  /** Pictures fade into each other where they are, as in a slideshow. */
  isFading: boolean;
  onEnded: () => void;
}

/** The photo between its neighbors, which are loaded and decoded in advance. */
export function PreviewStage({ ref, at, index, previous, next, angleOf, isZoomed, isFading, onEnded }: PreviewStageProps) {
  const media = at(index);
  usePreloaded(next === null ? undefined : at(next + 1));
  const places = [
    { index: previous, place: -1 },
    { index, place: 0 },
    { index: next, place: 1 },
  ];
  // In an album of two the same picture comes before and after.
  const slides = places.filter(({ index: one }, order) => one !== null && places.findLastIndex((other) => other.index === one) === order);
  return (
    <div ref={ref} className={styles.stage} data-fading={isFading ? '' : undefined}>
      <div className={styles.track}>
        {slides.map(({ index: one, place }) => {
          const item = one === null ? undefined : at(one);
          return (
            item && (
              <PreviewSlide
                key={`${item._id} ${item.mediaFile.key}`}
                media={item}
                place={place}
                angle={angleOf(item)}
                isZoomed={isZoomed}
                onEnded={onEnded}
              />
            )
          );
        })}
      </div>
      {!media && (
        <div className={styles.words}>
          <Spinner />
        </div>
      )}
    </div>
  );
}

function usePreloaded(media: Media | undefined): void {
  const door = useMediaRoute();
  const key = media && getPictureKey(media);
  useEffect(() => {
    if (key) new Image().src = getPreviewPictureUrl(key, door);
  }, [key, door]);
}

/** Rendition that is loaded when the user zooms in. */
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

function PreviewSlide({ media, place, angle, isZoomed, onEnded }: PreviewSlideProps) {
  const slide = useRef<HTMLDivElement>(null);
  // Decoded in advance, because decoding a large photo takes noticeably long.
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
  const original = useOriginal(media, door);
  if (media.status === MEDIA_STATUS.failed) return <p className={styles.words}>{media.failureReason ?? 'Couldn’t process this file.'}</p>;
  const source = original.url ? ({ kind: 'mp4', url: original.url } as const) : media.kind === 'video' ? getVideoSource(media, door) : null;
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
          label={original.url ? 'Original' : media.keys['720'] ? '720p' : undefined}
          onEnded={onEnded}
          onError={original.giveUp}
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

/** Address of a video's original, which plays until the slide is closed if the video was still processing when it was opened. `giveUp` returns to the renditions. */
function useOriginal(media: Media, door: string): { url: string | null; giveUp: () => void } {
  const [url, setUrl] = useState(() => (playsOriginal(media, door, canPlay) ? getDownloadUrl(media.mediaFile.key) : null));
  return { url, giveUp: () => setUrl(null) };
}

const canPlay = (mimetype: string): boolean => document.createElement('video').canPlayType(mimetype) !== '';

/** As large as the window allows, in its own shape; a small picture grows to twice its size and no further. */
function getFrameStyle({ width, height }: Media, angle: number): CSSProperties {
  if (!width || !height) return { width: '100vw', height: '100dvh', rotate: `${angle}deg` };
  const aspect = width / height;
  // Lying on its side it must fit the window's other measure.
  const fit =
    angle % 180 === 0 ? `min(100vw, calc(100dvh * ${aspect}), ${width * 2}px)` : `min(100dvh, calc(100vw * ${aspect}), ${width * 2}px)`;
  return { aspectRatio: aspect, width: fit, rotate: `${angle}deg` };
}

interface VideoPlayerProps {
  source: { kind: 'mp4' | 'hls'; url: string };
  poster?: string;
  name: string;
  /** The quality that plays. */
  label?: string;
  onEnded: () => void;
  onError: () => void;
}

function VideoPlayer({ source, poster, name, label, onEnded, onError }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const { kind, url } = source;
  useKeyHandlers({ ' ': () => void togglePlaying(video.current) });
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (kind === 'mp4' || element.canPlayType('application/vnd.apple.mpegurl')) {
      element.src = url;
      return;
    }
    return playHls(element, url);
  }, [kind, url]);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own recordings come without captions */}
      <video
        ref={video}
        className={styles.video}
        poster={poster}
        controls
        autoPlay
        playsInline
        onEnded={onEnded}
        onError={onError}
        aria-label={name}
      />
      {label && <span className={styles.quality}>{label}</span>}
    </>
  );
}

async function togglePlaying(element: HTMLVideoElement | null): Promise<void> {
  if (element?.paused) await element.play();
  else element?.pause();
}

/**
 * Loads hls.js in browsers that cannot play HLS themselves. The light build is enough: our lists have no alternative audio, subtitles or encryption. Its worker
 * would need a blob: address, which the content security policy forbids.
 */
function playHls(element: HTMLVideoElement, url: string): () => void {
  let stop = () => {};
  let isGone = false;
  void import('hls.js/light').then(({ default: Hls }) => {
    if (isGone) return;
    const hls = new Hls({ enableWorker: false });
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && toast.error('Can’t play this video right now. Try again later.'));
    hls.loadSource(url);
    hls.attachMedia(element);
    stop = () => hls.destroy();
  });
  return () => {
    isGone = true;
    stop();
  };
}
