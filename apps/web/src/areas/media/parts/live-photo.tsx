import type { Media } from '@vitrine/contract/media';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { LivePhotoIcon, MutedIcon, PauseIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { SoundIcon } from '../../../ui/icons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import styles from './live-photo.module.css';
import previewStyles from './media-preview.module.css';
import { getFrameStyle } from './preview-stage.tsx';

interface LivePhotoProps {
  media: Media;
  /** Address of its video. */
  url: string;
  /** Clockwise degrees the photo is turned by on the page. */
  angle: number;
  stage: RefObject<HTMLElement | null>;
}

/** Plays the video of a live photo over the photo: by a button, or during a long press on the photo. The sound is off at first. */
export function LivePhoto({ media, url, angle, stage }: LivePhotoProps) {
  const [isPlaying, setPlaying] = useState(false);
  const [hasSound, setSound] = useState(false);
  useLongPress(stage, setPlaying);
  const giveUp = () => {
    setPlaying(false);
    toast.error('Can’t play this Live Photo right now. Try again later.');
  };
  return (
    <>
      {isPlaying && (
        <div className={styles.overlay}>
          <div className={previewStyles.frame} style={getFrameStyle(media, angle)}>
            <div className={styles.box}>
              {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own recordings come without captions */}
              <video
                className={styles.video}
                data-turn={media.rotation}
                src={url}
                muted={!hasSound}
                autoPlay
                playsInline
                aria-label={`Live Photo ${media.name}`}
                onEnded={() => setPlaying(false)}
                onError={giveUp}
              />
            </div>
          </div>
        </div>
      )}
      <div className={styles.controls}>
        <button type="button" className={styles.play} onClick={() => setPlaying((playing) => !playing)}>
          {isPlaying ? <PauseIcon size={18} /> : <LivePhotoIcon size={18} />}
          {isPlaying ? 'Stop Live Photo' : 'Play Live Photo'}
        </button>
        {isPlaying && (
          <IconButton
            look="onPicture"
            label="Sound"
            aria-pressed={hasSound}
            icon={hasSound ? <SoundIcon size={18} /> : <MutedIcon size={18} />}
            onClick={() => setSound((sound) => !sound)}
          />
        )}
      </div>
    </>
  );
}

/** Duration of a long press, and the distance in pixels from which a finger moves. */
const LONG_PRESS_MS = 350;
const TAP_SLOP_PX = 10;

/** Calls `hold(true)` when one finger has pressed the element for long enough, and `hold(false)` when it is lifted or moves afterwards. */
function useLongPress(element: RefObject<HTMLElement | null>, hold: (isHeld: boolean) => void): void {
  const onHold = useEffectEvent(hold);
  useEffect(() => {
    const stage = element.current;
    if (!stage) return;
    let finger: { id: number; x: number; y: number; timer: ReturnType<typeof setTimeout>; isHeld: boolean } | null = null;
    const end = () => {
      if (finger) clearTimeout(finger.timer);
      if (finger?.isHeld) onHold(false);
      finger = null;
    };
    const onDown = ({ pointerType, pointerId: id, clientX: x, clientY: y }: PointerEvent) => {
      const isFirst = finger === null;
      end();
      if (pointerType !== 'touch' || !isFirst) return;
      const begin = () => {
        if (finger) finger.isHeld = true;
        onHold(true);
      };
      finger = { id, x, y, timer: setTimeout(begin, LONG_PRESS_MS), isHeld: false };
    };
    const onMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
      if (finger?.id === pointerId && Math.hypot(clientX - finger.x, clientY - finger.y) > TAP_SLOP_PX) end();
    };
    const listeners = { pointerdown: onDown, pointermove: onMove, pointerup: end, pointercancel: end };
    for (const [name, listener] of Object.entries(listeners)) stage.addEventListener(name, listener as EventListener);
    return () => {
      if (finger) clearTimeout(finger.timer);
      for (const [name, listener] of Object.entries(listeners)) stage.removeEventListener(name, listener as EventListener);
    };
  }, [element]);
}
