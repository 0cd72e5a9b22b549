import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { isDrawn } from '@vitrine/contract/media-kinds';
import { type CSSProperties, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { getPictureUrl, getThumbhashUrl } from '../../../lib/picture-url.ts';
import { Spinner } from '../../../ui/loading.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { getDownloadUrl, getPreviewPictureUrl } from '../api/media.ts';
import {
  getNeededPixels,
  getPictureKey,
  getVideoSource,
  isProcessing,
  playsOriginal,
  useMediaRoute,
  type VideoSource,
} from '../media-sizes.ts';
import { useKeyHandlers } from '../use-preview.ts';
import styles from './media-preview.module.css';

/** Loads with the first widget, because most albums have none. */
const StoredWidget = lazy(async () => ({ default: (await import('./stored-widget.tsx')).StoredWidget }));

interface PreviewStageProps {
  ref: RefObject<HTMLDivElement | null>;
  /** Media that is shown. Undefined while it is loading. */
  shown: Media | undefined;
  /** Neighbors; undefined at the ends of the album. */
  before: Media | undefined;
  after: Media | undefined;
  /** Media that is loaded in advance. */
  afterNext: Media | undefined;
  angleOf: (media: Media) => number;
  isZoomed: boolean;
  /** Pictures fade into each other where they are, as in a slideshow. */
  isFading: boolean;
  onEnded: () => void;
}

/** The photo between its neighbors, which are loaded and decoded in advance. */
export function PreviewStage({ ref, shown, before, after, afterNext, angleOf, isZoomed, isFading, onEnded }: PreviewStageProps) {
  usePreloaded(afterNext);
  const places = [
    { item: before, place: -1 },
    { item: shown, place: 0 },
    { item: after, place: 1 },
  ].flatMap(({ item, place }) => (item ? [{ item, place, key: `${item._id} ${item.mediaFile.key}` }] : []));
  // In an album of two the same picture comes before and after.
  const slides = places.filter(({ key }, order) => places.findLastIndex((other) => other.key === key) === order);
  return (
    <div ref={ref} className={styles.stage} data-fading={isFading ? '' : undefined}>
      <div className={styles.track}>
        {slides.map(({ item, place, key }) => (
          <PreviewSlide key={key} media={item} place={place} angle={angleOf(item)} isZoomed={isZoomed} onEnded={onEnded} />
        ))}
      </div>
      {!shown && (
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
  const rendition = media.kind === 'video' ? getVideoSource(media, { door, pixels: getNeededPixels(media, window) }) : null;
  const source: VideoSource | null = original.url ? { kind: 'mp4', url: original.url, quality: 'Original' } : rendition;
  if (media.kind === 'video' && !source)
    return <p className={styles.words}>This video is still processing. You can play it here as soon as it’s ready.</p>;
  if (media.kind === 'document' && isProcessing(media))
    return <p className={styles.words}>This document is still processing. You can see its pages here as soon as they’re ready.</p>;
  // Web pages and live streams are drawn as cards.
  if (isDrawn(media)) {
    return (
      <div className={styles.zoom}>
        <div className={styles.widget}>
          <Suspense>
            <StoredWidget media={media} />
          </Suspense>
        </div>
      </div>
    );
  }
  const key = getPictureKey(media);
  if (source && isCurrent) {
    return (
      <div className={styles.zoom}>
        <VideoPlayer
          key={original.url}
          source={source}
          poster={key ? getPreviewPictureUrl(key, door) : undefined}
          name={media.name}
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
export function getFrameStyle({ width, height }: Media, angle: number): CSSProperties {
  if (!width || !height) return { width: '100vw', height: '100dvh', rotate: `${angle}deg` };
  const aspect = width / height;
  // Lying on its side it must fit the window's other measure.
  const fit =
    angle % 180 === 0 ? `min(100vw, calc(100dvh * ${aspect}), ${width * 2}px)` : `min(100dvh, calc(100vw * ${aspect}), ${width * 2}px)`;
  return { aspectRatio: aspect, width: fit, rotate: `${angle}deg` };
}

interface VideoPlayerProps {
  /** Source when the player appears; later ones are ignored. */
  source: VideoSource;
  poster?: string;
  name: string;
  onEnded: () => void;
  onError: () => void;
}

function VideoPlayer({ source, poster, name, onEnded, onError }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  // Kept, so that a video does not start again when the window is resized or a better rendition is ready.
  const [{ kind, url, quality }] = useState(source);
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
      {quality && <span className={styles.quality}>{quality}</span>}
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
