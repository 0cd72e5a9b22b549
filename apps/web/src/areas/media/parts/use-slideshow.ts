import type { Media } from '@vitrine/contract/media';
import { useEffect, useEffectEvent, useState } from 'react';
import { getPreviewPictureUrl } from '../api/large-url.ts';
import { useMediaRoute } from '../media-door.ts';
import { getPictureKey, getVideoSource } from '../picture-source.ts';

export const SLIDESHOW_INTERVALS_S = [3, 5, 10, 30] as const;
export type SlideshowInterval = (typeof SLIDESHOW_INTERVALS_S)[number];

interface SlideshowOptions {
  media: Media | undefined;
  /** The one after it; the first after the last, none when there is no other. */
  next: number | null;
  nextMedia: Media | undefined;
  onMove: (index: number) => void;
  /** It plays from the start. */
  startsPlaying?: boolean | undefined;
}

/** The album goes on by itself: pictures after the interval and once the next is decoded, videos when they have ended. */
export function useSlideshow({ media, next, nextMedia, onMove, startsPlaying = false }: SlideshowOptions) {
  const door = useMediaRoute();
  const [state, setState] = useState<'off' | 'playing' | 'paused'>(startsPlaying ? 'playing' : 'off');
  const [seconds, setSeconds] = useState<SlideshowInterval>(5);
  const advance = useEffectEvent(() => {
    if (next !== null) onMove(next);
  });
  const isPlaying = state === 'playing';
  const isTimed = media !== undefined && getVideoSource(media) === null;
  const id = media?._id;
  const nextKey = nextMedia ? getPictureKey(nextMedia) : null;
  useEffect(() => {
    if (!isPlaying || !isTimed || id === undefined) return;
    let isGone = false;
    const timer = setTimeout(() => void waitUntilDecoded(nextKey, door).then(() => isGone || advance()), seconds * 1000);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isPlaying, isTimed, id, nextKey, door, seconds]);
  return {
    isOn: state !== 'off',
    isPlaying,
    seconds,
    setSeconds,
    toggle: () => setState(isPlaying ? 'paused' : 'playing'),
    stop: () => setState('off'),
    /** A video that was played to its end. */
    onEnded: () => isPlaying && next !== null && onMove(next),
  };
}

export type Slideshow = ReturnType<typeof useSlideshow>;

async function waitUntilDecoded(key: string | null, door: string): Promise<void> {
  if (!key) return;
  const picture = new Image();
  picture.src = getPreviewPictureUrl(key, door);
  await picture.decode().catch(() => undefined);
}
