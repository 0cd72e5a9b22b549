import { skipToken, useQuery } from '@tanstack/react-query';
import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { formatClock } from '../../../lib/format.ts';
import { pictureUrl } from '../../../lib/picture-url.ts';
import { keys } from '../../../lib/query-keys.ts';
import { thumbhashUrl } from '../../../lib/thumbhash-url.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CheckIcon, ImageIcon, PlayIcon, VideoIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { Box } from '../masonry.ts';
import { isBeingProcessed, pictureKeyOf } from '../media-state.ts';
import styles from './media-grid.module.css';

interface MediaTileProps {
  media: Media;
  box: Box;
  isSelected: boolean;
  isSelecting: boolean;
  onOpen: () => void;
  onPick?: (isRange: boolean) => void;
}

export function MediaTile({ media, box, isSelected, isSelecting, onOpen, onPick }: MediaTileProps) {
  const { x, y, width, height } = box;
  const onClick = (event: React.MouseEvent) => {
    if (onPick && (isSelecting || event.ctrlKey || event.metaKey)) onPick(event.shiftKey);
    else onOpen();
  };
  return (
    <li className={styles.tile} data-selected={isSelected} style={{ width, height, transform: `translate(${x}px, ${y}px)` }}>
      <button type="button" className={styles.open} onClick={onClick} aria-label={`Open ${media.name}`}>
        <TilePicture media={media} width={width} />
        <TileState media={media} />
      </button>
      {onPick && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={`Select ${media.name}`}
            onChange={({ nativeEvent }) => onPick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
          <CheckIcon size={16} strokeWidth={2.4} />
        </label>
      )}
    </li>
  );
}

function TilePicture({ media, width }: { media: Media; width: number }) {
  const key = pictureKeyOf(media);
  const placeholder = thumbhashUrl(media.thumbhash);
  if (!key) {
    return (
      <span className={styles.waiting} style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}>
        {!placeholder && (media.kind === 'video' ? <VideoIcon size={28} /> : <ImageIcon size={28} />)}
      </span>
    );
  }
  const size = { width: Math.ceil(width), fit: 'inside' as const };
  const density = window.devicePixelRatio > 1.2 ? 2 : 1;
  // A picture that could not be loaded is asked for again when its state changes.
  return (
    <Picture key={media.status} src={pictureUrl(key, size, density)} alt="" placeholder={placeholder} fallback={<ImageIcon size={28} />} />
  );
}

function TileState({ media }: { media: Media }) {
  const percent = useQuery<number>({ queryKey: keys.mediaProgress(media._id), queryFn: skipToken }).data ?? null;
  if (media.status === MEDIA_STATUS.failed) {
    return (
      <span className={styles.failed}>
        <WarningIcon size={18} />
        {media.failureReason ?? 'It could not be processed.'}
      </span>
    );
  }
  if (media.kind === 'image') return null;
  if (isBeingProcessed(media)) {
    return (
      <span className={styles.processing}>
        <span>{percent === null ? 'Processing' : `Processing ${Math.round(percent)} %`}</span>
        <Progress value={percent} label={`Processing ${media.name}`} tone="onPicture" />
      </span>
    );
  }
  return (
    <>
      <span className={styles.play}>
        <PlayIcon size={22} fill="currentColor" />
      </span>
      <span className={styles.badges}>
        {media.status === MEDIA_STATUS.playable && <Badge tone="onPicture">720p</Badge>}
        <Badge tone="onPicture">{formatClock(media.mediaFile.duration)}</Badge>
      </span>
    </>
  );
}
