import type { PlaylistItem } from '@vitrine/contract/playlists';
import { createPlayer, type Player } from '@vitrine/stage';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isTypingOrInOverlay } from '../../../lib/shortcuts.ts';
import { FullScreenIcon, MutedIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { SoundIcon } from '../../../ui/icons.tsx';
import styles from './playlist-player.module.css';

/** The very stage that hangs on the wall, fed from the API instead of a screen's cache. It begins again after the last. */
export function PlaylistPlayer({ items, name }: { items: PlaylistItem[]; name: string }) {
  const frame = useRef<HTMLElement>(null);
  const { stage, player, shown } = useStage(items);
  const [isPlaying, setIsPlaying] = useState(true);
  const [isMuted, setIsMuted] = useState(true);
  const controls = {
    togglePlaying: () => {
      if (isPlaying) player.current?.pause();
      else player.current?.play();
      setIsPlaying(!isPlaying);
    },
    previous: () => player.current?.previous(),
    next: () => player.current?.next(),
  };
  usePlayerKeys({ ' ': controls.togglePlaying, ArrowLeft: controls.previous, ArrowRight: controls.next });
  const toggleSound = () => {
    player.current?.setMuted(!isMuted);
    setIsMuted(!isMuted);
  };
  const index = items.findIndex((item) => item.id === shown?.id);
  return (
    <section ref={frame} className={styles.frame} aria-label={`Preview of ${name}`}>
      <div ref={stage} className={styles.stage} data-shown={shown?.mediaId} />
      <div className={styles.controls} data-paused={isPlaying ? undefined : ''}>
        <IconButton look="onPicture" label="Previous" icon={<PreviousIcon />} onClick={controls.previous} />
        <IconButton
          look="onPicture"
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
          onClick={controls.togglePlaying}
        />
        <IconButton look="onPicture" label="Next" icon={<NextIcon />} onClick={controls.next} />
        <span className={styles.name}>{shown ? `${index + 1} of ${items.length} · ${shown.name}` : ''}</span>
        <IconButton
          look="onPicture"
          label={isMuted ? 'Unmute' : 'Mute'}
          icon={isMuted ? <MutedIcon /> : <SoundIcon />}
          onClick={toggleSound}
        />
        <IconButton look="onPicture" label="Full screen" icon={<FullScreenIcon />} onClick={() => void toggleFullScreen(frame.current)} />
      </div>
    </section>
  );
}

function useStage(items: PlaylistItem[]) {
  const stage = useRef<HTMLDivElement>(null);
  const player = useRef<Player<PlaylistItem>>(null);
  const [shown, setShown] = useState<PlaylistItem | null>(null);
  useEffect(() => {
    if (!stage.current) return;
    const made = createPlayer<PlaylistItem>({
      element: stage.current,
      resolveUrl: (item) => item.url,
      crossfadeMs: 400,
      // As a wall shows it unless its owner chose otherwise.
      fit: 'backdrop',
      onItem: setShown,
    });
    player.current = made;
    return () => {
      player.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => player.current?.setItems(items), [items]);
  return { stage, player, shown };
}

/** Keys of the page, unless the focused element uses them: Space presses a button, arrows move in a field, a menu or a radio group. */
function usePlayerKeys(controls: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTypingOrInOverlay(target)) return;
    if (event.key === ' ' && target instanceof Element && target.closest('button, a, input')) return;
    if (!controls[event.key]) return;
    event.preventDefault();
    controls[event.key]?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await element?.requestFullscreen();
}
