import { useEffect, useState } from 'react';
import { NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import styles from './slideshow.module.css';
import { SLIDESHOW_INTERVALS_S, type Slideshow, type SlideshowInterval } from './use-slideshow.ts';

/** After so long without a hand on anything there is nothing but pictures. */
const POINTER_IDLE_MS = 2500;

interface SlideshowBarProps {
  slideshow: Slideshow;
  onStep: (step: number) => void;
  onEnd: () => void;
}

/** What one needs while pictures go by: out of sight until the pointer moves or the keyboard comes to it. */
export function SlideshowBar({ slideshow, onStep, onEnd }: SlideshowBarProps) {
  const isCalm = useIsPointerIdle();
  const { isPlaying, seconds, setSeconds, toggle } = slideshow;
  return (
    <div className={styles.bar} role="toolbar" aria-label="Slideshow" data-calm={isCalm && isPlaying ? '' : undefined}>
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
