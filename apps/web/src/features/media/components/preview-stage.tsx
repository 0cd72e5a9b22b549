import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { useEffect } from 'react';
import { pictureUrl } from '../../../lib/picture-url.ts';
import { thumbhashUrl } from '../../../lib/thumbhash-url.ts';
import { Picture } from '../../../ui/picture.tsx';
import { pictureKeyOf, videoSourceOf } from '../media-state.ts';
import styles from './media-preview.module.css';
import { VideoPlayer } from './video-player.tsx';

/** The same size for all, so that a neighbour fetched ahead is the very picture shown next. */
function largeUrl(key: string): string {
  const density = Math.min(2, window.devicePixelRatio);
  return pictureUrl(key, { width: window.innerWidth, height: window.innerHeight, fit: 'inside' }, density);
}

/** As large as the window allows, in its own shape; a small picture grows to twice its size and no further. */
function frameOf({ width, height }: Media): React.CSSProperties {
  if (!width || !height) return { width: '100vw', height: '100dvh' };
  const aspect = width / height;
  return { aspectRatio: aspect, width: `min(100vw, calc(100dvh * ${aspect}), ${width * 2}px)` };
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
  return (
    <div className={styles.stage}>
      <div className={styles.frame} style={frameOf(media)}>
        {key && <Picture src={largeUrl(key)} alt={media.name} fit="contain" loading="eager" placeholder={thumbhashUrl(media.thumbhash)} />}
      </div>
    </div>
  );
}
