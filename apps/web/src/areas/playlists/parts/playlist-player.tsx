import { SIDE_ZONES, type SideZone } from '@vitrine/contract/layouts';
import type { Playlist, PlaylistItem } from '@vitrine/contract/playlists';
import { createAlignedPlayer, createPlayer, getZoneRects, type LoadWidget, type Player, type ZoneRect } from '@vitrine/stage';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isTypingOrInOverlay } from '../../../lib/shortcuts.ts';
import { FullScreenIcon, MutedIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { SoundIcon } from '../../../ui/icons.tsx';
import { placeZone } from './layout-picture.tsx';
import styles from './playlist-player.module.css';

interface PlaylistPlayerProps {
  /** Items of all zones. */
  items: readonly PlaylistItem[];
  playlist: Pick<Playlist, 'name' | 'layout' | 'synchronized'>;
}

const SKIP_NOTE = 'Items can’t be skipped in synchronized playback.';

/** Plays a playlist on the stage that screens use, with files from the API instead of a screen's cache. The controls are those of the main zone. */
export function PlaylistPlayer({ items: allItems, playlist: { name, layout, synchronized } }: PlaylistPlayerProps) {
  const frame = useRef<HTMLElement>(null);
  const items = useMemo(() => allItems.filter(({ zone }) => zone === 'main'), [allItems]);
  const { stage, player, shown } = useStage(items, synchronized);
  // A layout without anything in its side zones leaves the whole screen to the main zone.
  const rects = layout && allItems.length > items.length ? getZoneRects(layout.preset, layout.divider, false) : null;
  const [isPlaying, setIsPlaying] = useState(true);
  const [isMuted, setIsMuted] = useState(true);
  const controls = {
    togglePlaying: () => {
      if (isPlaying) player.current?.pause();
      else player.current?.play();
      setIsPlaying(!isPlaying);
    },
    // In synchronized playback, the clock selects the item.
    previous: () => synchronized || player.current?.previous(),
    next: () => synchronized || player.current?.next(),
  };
  const skipButton = { look: 'onPicture', disabled: synchronized, ...(synchronized && { title: SKIP_NOTE }) } as const;
  usePlayerKeys({ ' ': controls.togglePlaying, ArrowLeft: controls.previous, ArrowRight: controls.next });
  const toggleSound = () => {
    player.current?.setMuted(!isMuted);
    setIsMuted(!isMuted);
  };
  const index = items.findIndex((item) => item.id === shown?.id);
  return (
    <section ref={frame} className={styles.frame} aria-label={`Preview of ${name}`}>
      <div ref={stage} className={styles.stage} style={rects ? placeZone(rects.main) : undefined} data-shown={shown?.mediaId} />
      {rects && SIDE_ZONES.map((zone) => rects[zone] && <SideZoneStage key={zone} zone={zone} rect={rects[zone]} items={allItems} />)}
      <div className={styles.controls} data-paused={isPlaying ? undefined : ''}>
        <IconButton {...skipButton} label="Previous" icon={<PreviousIcon />} onClick={controls.previous} />
        <IconButton
          look="onPicture"
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
          onClick={controls.togglePlaying}
        />
        <IconButton {...skipButton} label="Next" icon={<NextIcon />} onClick={controls.next} />
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

/** A zone next to the main one, which shows what a screen with the same clock shows in it. */
function SideZoneStage({ zone, rect, items }: { zone: SideZone; rect: ZoneRect; items: readonly PlaylistItem[] }) {
  const stage = useRef<HTMLDivElement>(null);
  const player = useRef<Player<PlaylistItem>>(null);
  const known = useRef(items);
  const [shown, setShown] = useState<PlaylistItem | null>(null);
  useEffect(() => {
    if (!stage.current) return;
    const made = createAlignedPlayer<PlaylistItem>({
      element: stage.current,
      ...stageOptionsOf(known),
      onItem: setShown,
      now: () => Date.now(),
    });
    player.current = made;
    return () => {
      player.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    known.current = items;
    player.current?.setItems(items.filter((item) => item.zone === zone));
  }, [items, zone]);
  return <div ref={stage} className={styles.stage} style={placeZone(rect)} data-zone={zone} data-shown={shown?.mediaId} />;
}

/** Options of a stage that shows the bytes and widgets of these items as a screen does. */
const stageOptionsOf = (known: { current: readonly PlaylistItem[] }) => ({
  resolveUrl: (item: PlaylistItem) => item.url,
  loadWidget: (async (layer, source, ...rest) => {
    const mediaId = known.current.find(({ url }) => url === source.url)?.mediaId;
    return (await import('../../media/load-stored-widget.ts')).loadStoredWidget(mediaId, layer, source, ...rest);
  }) satisfies LoadWidget,
  crossfadeMs: 400,
  // The default of devices.
  fit: 'backdrop' as const,
});

/** Plays the main zone. In synchronized playback, it shows what screens with the same clock show. */
function useStage(items: readonly PlaylistItem[], isSynchronized: boolean) {
  const stage = useRef<HTMLDivElement>(null);
  const player = useRef<Player<PlaylistItem>>(null);
  const known = useRef(items);
  const [shown, setShown] = useState<PlaylistItem | null>(null);
  useEffect(() => {
    if (!stage.current) return;
    const options = { element: stage.current, ...stageOptionsOf(known), onItem: setShown };
    const made = isSynchronized
      ? createAlignedPlayer<PlaylistItem>({ ...options, now: () => Date.now() })
      : createPlayer<PlaylistItem>(options);
    player.current = made;
    return () => {
      player.current = null;
      made.destroy();
    };
  }, [isSynchronized]);
  useEffect(() => {
    known.current = items;
    player.current?.setItems(items);
  }, [items]);
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
