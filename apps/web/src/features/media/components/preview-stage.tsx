import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { useEffect } from 'react';
import { thumbhashUrl } from '../../../entities/media/thumbhash-url.ts';
import { Picture } from '../../../ui/picture.tsx';
import { largeUrl } from '../large-url.ts';
import { pictureKeyOf, videoSourceOf } from '../media-state.ts';
import styles from './media-preview.module.css';
import { VideoPlayer } from './video-player.tsx';

/** As large as the window allows, in its own shape; a small picture grows to twice its size and no further. */
function frameOf({ width, height }: Media, angle: number): React.CSSProperties {
  if (!width || !height) return { width: '100vw', height: '100dvh', rotate: `${angle}deg` };
  const aspect = width / height;
  // Lying on its side it must fit the window's other measure.
  const fit =
    angle % 180 === 0 ? `min(100vw, calc(100dvh * ${aspect}), ${width * 2}px)` : `min(100dvh, calc(100vw * ${aspect}), ${width * 2}px)`;
  return { aspectRatio: aspect, width: fit, rotate: `${angle}deg` };
}

interface PreviewStageProps {
  media: Media;
  /** Clockwise degrees it is turned by on the page. */
  angle: number;
  neighbours: (Media | undefined)[];
}

export function PreviewStage({ media, angle, neighbours }: PreviewStageProps) {
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
    if (source)
      return (
        <VideoPlayer
          source={source}
          poster={key ? largeUrl(key) : undefined}
          name={media.name}
          label={media.keys['720'] ? '720p' : undefined}
        />
      );
    return <p className={styles.words}>This video is still being processed. It will play here as soon as the first version is ready.</p>;
  }
  return (
    <div className={styles.stage}>
      <div className={styles.frame} style={frameOf(media, angle)}>
        {key && <Picture src={largeUrl(key)} alt={media.name} fit="contain" loading="eager" placeholder={thumbhashUrl(media.thumbhash)} />}
      </div>
    </div>
  );
}
