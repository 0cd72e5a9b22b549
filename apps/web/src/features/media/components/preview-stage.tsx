import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { useEffect } from 'react';
import { pictureUrl } from '../../../lib/picture-url.ts';
import { thumbhashUrl } from '../../../lib/thumbhash-url.ts';
import { aspectOf } from '../masonry.ts';
import { pictureKeyOf, videoSourceOf } from '../media-state.ts';
import styles from './media-preview.module.css';
import { VideoPlayer } from './video-player.tsx';

/** The same size for all, so that a neighbour fetched ahead is the very picture shown next. */
function largeUrl(key: string): string {
  const density = Math.min(2, window.devicePixelRatio);
  return pictureUrl(key, { width: window.innerWidth, height: window.innerHeight, fit: 'inside' }, density);
}

export function PreviewStage({ media, neighbours }: { media: Media; neighbours: (Media | undefined)[] }) {
  useEffect(() => {
    for (const neighbour of neighbours) {
      const key = neighbour && pictureKeyOf(neighbour);
      if (key) new Image().src = largeUrl(key);
    }
  }, [neighbours]);
  if (media.status === MEDIA_STATUS.failed) return <p className={styles.words}>{media.failureReason ?? 'It could not be processed.'}</p>;
  const key = pictureKeyOf(media);
  if (media.kind === 'video') {
    const source = videoSourceOf(media);
    if (source) return <VideoPlayer source={source} poster={key ? largeUrl(key) : undefined} name={media.name} />;
    return <p className={styles.words}>This video is still being processed. It will play here as soon as its first rendition is ready.</p>;
  }
  const placeholder = thumbhashUrl(media.thumbhash);
  return (
    <div className={styles.stage}>
      {placeholder && <img className={styles.blur} src={placeholder} alt="" style={{ aspectRatio: aspectOf(media) }} />}
      {key && <img className={styles.picture} src={largeUrl(key)} alt={media.name} draggable={false} />}
    </div>
  );
}
