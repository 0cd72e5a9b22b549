import type { PlaylistItem } from '@vitrine/contract/playlists';
import { createPlayer, type Player } from '@vitrine/stage';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FullScreenIcon, MutedIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon, SoundIcon } from '../../../ui/icons.tsx';
import styles from './playlist-player.module.css';

/** The very stage that hangs on the wall, fed from the API instead of a screen's cache. */
export function PlaylistPlayer({ items, name }: { items: PlaylistItem[]; name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const player = useRef<Player<PlaylistItem>>(null);
  const [shown, setShown] = useState<PlaylistItem | null>(null);
  const [isPlaying, setIsPlaying] = useState(true);
  const [isMuted, setIsMuted] = useState(true);
  useEffect(() => {
    if (!stage.current) return;
    const made = createPlayer<PlaylistItem>({
      element: stage.current,
      resolveUrl: (item) => item.url,
      crossfadeMs: 400,
      onItem: setShown,
    });
    player.current = made;
    return () => {
      player.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => player.current?.setItems(items), [items]);
  const togglePlaying = () => {
    if (isPlaying) player.current?.pause();
    else player.current?.play();
    setIsPlaying(!isPlaying);
  };
  const toggleSound = () => {
    player.current?.setMuted(!isMuted);
    setIsMuted(!isMuted);
  };
  const index = items.findIndex((item) => item.id === shown?.id);
  return (
    <section ref={frame} className={styles.frame} aria-label={`Preview of ${name}`}>
      <div ref={stage} className={styles.stage} data-shown={shown?.mediaId} />
      <div className={styles.controls}>
        <IconButton look="onPicture" label="Previous" icon={<PreviousIcon />} onClick={() => player.current?.previous()} />
        <IconButton
          look="onPicture"
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
          onClick={togglePlaying}
        />
        <IconButton look="onPicture" label="Next" icon={<NextIcon />} onClick={() => player.current?.next()} />
        <span className={styles.name}>{shown ? `${index + 1} of ${items.length} · ${shown.name}` : ''}</span>
        <IconButton
          look="onPicture"
          label={isMuted ? 'Sound on' : 'Sound off'}
          icon={isMuted ? <MutedIcon /> : <SoundIcon />}
          onClick={toggleSound}
        />
        <IconButton look="onPicture" label="Full screen" icon={<FullScreenIcon />} onClick={() => void toggleFullScreen(frame.current)} />
      </div>
    </section>
  );
}

async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await element?.requestFullscreen();
}
