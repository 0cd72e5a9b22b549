import { useEffect, useRef } from 'react';
import { toast } from '../../../ui/toast-store.ts';
import { useKeyHandlers } from '../use-keys.ts';
import styles from './media-preview.module.css';

interface VideoPlayerProps {
  source: { kind: 'mp4' | 'hls'; url: string };
  poster?: string;
  name: string;
  /** The quality that plays. */
  label?: string;
  onEnded: () => void;
}

export function VideoPlayer({ source, poster, name, label, onEnded }: VideoPlayerProps) {
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
      <video ref={video} className={styles.video} poster={poster} controls autoPlay playsInline onEnded={onEnded} aria-label={name} />
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
