import type { Media } from '@vitrine/contract/media';
import { useEffect, useEffectEvent, useState } from 'react';
import { NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { getPreviewPictureUrl } from '../api/media.ts';
import { getPictureKey, getVideoSource, useMediaRoute } from '../media-sizes.ts';
import styles from './media-preview.module.css';

/** Time without input after which only photos are shown. */
const POINTER_IDLE_MS = 2500;

interface SlideshowBarProps {
  slideshow: Slideshow;
  onStep: (step: number) => void;
  onEnd: () => void;
}

/** Controls of the slideshow, hidden until the pointer moves or the keyboard reaches them. */
export function SlideshowBar({ slideshow, onStep, onEnd }: SlideshowBarProps) {
  const isCalm = useIsPointerIdle();
  const { isPlaying, seconds, setSeconds, toggle } = slideshow;
  return (
    <div className={styles.slideshowBar} role="toolbar" aria-label="Slideshow" data-calm={isCalm && isPlaying ? '' : undefined}>
      <IconButton look="onPicture" label="Previous" icon={<PreviousIcon />} onClick={() => onStep(-1)} />
      <IconButton
        look="onPicture"
        label={isPlaying ? 'Pause' : 'Play'}
        icon={isPlaying ? <PauseIcon /> : <PlayIcon fill="currentColor" />}
        onClick={toggle}
      />
      <IconButton look="onPicture" label="Next" icon={<NextIcon />} onClick={() => onStep(1)} />
      <select
        className={styles.interval}
        aria-label="Seconds per photo"
        value={seconds}
        onChange={({ target }) => setSeconds(Number(target.value) as SlideshowInterval)}
      >
        {SLIDESHOW_INTERVALS_S.map((interval) => (
          <option key={interval} value={interval}>
            {interval} sec
          </option>
        ))}
      </select>
      <IconButton look="onPicture" label="End slideshow" icon={<CloseIcon />} onClick={onEnd} />
    </div>
  );
}

function useIsPointerIdle(): boolean {
  const [isCalm, setIsCalm] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setIsCalm(true), POINTER_IDLE_MS);
    const wake = () => {
      clearTimeout(timer);
      setIsCalm(false);
      timer = setTimeout(() => setIsCalm(true), POINTER_IDLE_MS);
    };
    const signs = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const sign of signs) window.addEventListener(sign, wake, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, wake);
    };
  }, []);
  return isCalm;
}

const SLIDESHOW_INTERVALS_S = [3, 5, 10, 30] as const;
type SlideshowInterval = (typeof SLIDESHOW_INTERVALS_S)[number];

interface SlideshowOptions {
  media: Media | undefined;
  /** The one after it; the first after the last, none when there is no other. */
  next: number | null;
  nextMedia: Media | undefined;
  onMove: (index: number) => void;
  /** It plays from the start. */
  startsPlaying?: boolean | undefined;
}

/** Advances automatically: photos after the interval and once the next one is decoded, videos when they have ended. */
export function useSlideshow({ media, next, nextMedia, onMove, startsPlaying = false }: SlideshowOptions) {
  const door = useMediaRoute();
  const [state, setState] = useState<'off' | 'playing' | 'paused'>(startsPlaying ? 'playing' : 'off');
  const [seconds, setSeconds] = useState<SlideshowInterval>(5);
  const advance = useEffectEvent(() => {
    if (next !== null) onMove(next);
  });
  const isPlaying = state === 'playing';
  const isTimed = media !== undefined && getVideoSource(media) === null;
  const id = media && `${media._id} ${media.mediaFile.key}`;
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

type Slideshow = ReturnType<typeof useSlideshow>;

async function waitUntilDecoded(key: string | null, door: string): Promise<void> {
  if (!key) return;
  const picture = new Image();
  picture.src = getPreviewPictureUrl(key, door);
  await picture.decode().catch(() => undefined);
}
