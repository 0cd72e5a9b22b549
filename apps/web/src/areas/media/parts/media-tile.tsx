import { skipToken, useQuery } from '@tanstack/react-query';
import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { isDrawn } from '@vitrine/contract/media-kinds';
import type { MediaValidity } from '@vitrine/contract/media-validity';
import { memo, useEffect, useRef, useState } from 'react';
import { formatClock } from '../../../lib/format.ts';
import { getPictureUrl, getThumbhashColour, getThumbhashUrl } from '../../../lib/picture-url.ts';
import { mediaKeys } from '../../../lib/query-keys.ts';
import { ClockIcon, HeartIcon, LivePhotoIcon, PlayIcon, VideoIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ImageIcon, RetryIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Progress } from '../../../ui/loading.tsx';
import { VisuallyHidden } from '../../../ui/text.tsx';
import { formatPages } from '../document-pages.ts';
import { FRAMING_MESSAGES, isFramingProblem } from '../framing-labels.ts';
import { getLivePhotoUrl, getPictureKey, getTileWidth, isProcessing, useMediaRoute } from '../media-sizes.ts';
import { getPeriodMark } from '../screen-times-labels.ts';
import styles from './media-grid.module.css';

const ignoreEvent = () => undefined;

interface MediaTileProps {
  /** Undefined while its page is loading. The tile already has its position and shape. */
  media: Media | undefined;
  index: number;
  x: number;
  y: number;
  width: number;
  height: number;
  isSelected: boolean;
  isFavourite: boolean;
  /** The grid's one Tab stop. */
  isCurrent: boolean;
  canSelect: boolean;
  canDrag: boolean;
  hasMenu?: boolean;
}

/** Events are handled by the grid, which identifies the tile, so that an unchanged tile is not rendered again. */
export const MediaTile = memo(function MediaTile({
  media,
  index,
  x,
  y,
  width,
  height,
  isSelected,
  isFavourite,
  isCurrent,
  canSelect,
  canDrag,
  hasMenu = true,
}: MediaTileProps) {
  // No transform, because each would create a compositor layer.
  const style = { width, height, left: x, top: y };
  if (!media) return <li className={styles.tile} style={style} data-index={index} aria-busy="true" />;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li className={styles.tile} data-selected={isSelected} data-index={index} draggable={canDrag} style={style}>
      <button type="button" className={styles.open} data-part="open" tabIndex={tabIndex} aria-label={`Open ${media.name}`}>
        <TileContent media={media} width={width} />
        <TileState media={media} />
        {isFavourite && (
          <span className={styles.heart}>
            <HeartIcon size={18} fill="currentColor" />
            <VisuallyHidden>Favorite</VisuallyHidden>
          </span>
        )}
      </button>
      {canSelect && (
        <span className={styles.check}>
          {/* The grid handles the click, which includes the Shift key. */}
          <input
            type="checkbox"
            checked={isSelected}
            data-part="check"
            tabIndex={tabIndex}
            aria-label={`Select ${media.name}`}
            onChange={ignoreEvent}
          />
        </span>
      )}
      {hasMenu && (
        <button
          type="button"
          className={styles.more}
          data-part="menu"
          tabIndex={tabIndex}
          aria-haspopup="menu"
          aria-label={`Actions for ${media.name}`}
        />
      )}
    </li>
  );
});

function TileContent({ media, width }: { media: Media; width: number }) {
  const route = useMediaRoute();
  const key = getPictureKey(media);
  if (!key) {
    const placeholder = getThumbhashUrl(media.thumbhash);
    return (
      <span className={styles.waiting} style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}>
        {!placeholder && (media.kind === 'video' ? <VideoIcon size={28} /> : <ImageIcon size={28} />)}
      </span>
    );
  }
  // The still image of a widget is drawn again when its data changes.
  const version = isDrawn(media) ? (media.thumbhash ?? undefined) : undefined;
  const size = { width: getTileWidth(width, window.devicePixelRatio), fit: 'inside' as const, version };
  return <TilePicture key={key} src={getPictureUrl(key, size, 1, route)} thumbhash={media.thumbhash} state={media.status} />;
}

function TileState({ media }: { media: Media }) {
  if (media.status === MEDIA_STATUS.failed) {
    return (
      <span className={styles.failed}>
        <WarningIcon size={18} />
        {media.failureReason ?? 'Couldn’t process this file.'}
      </span>
    );
  }
  if (media.kind !== 'image' && !isDrawn(media) && isProcessing(media)) return <ProcessingState media={media} />;
  if (isFramingProblem(media.framing)) {
    return (
      <span className={styles.failed}>
        <WarningIcon size={18} />
        {FRAMING_MESSAGES[media.framing]}
      </span>
    );
  }
  // Most tiles have no badges.
  const isLivePhoto = getLivePhotoUrl(media) !== null;
  if (!media.valid && !isLivePhoto && (media.kind === 'image' || isDrawn(media))) return null;
  return (
    <>
      {media.kind === 'video' && (
        <span className={styles.play}>
          <PlayIcon size={22} fill="currentColor" />
        </span>
      )}
      <span className={styles.badges}>
        {media.valid && <PeriodMark valid={media.valid} />}
        {isLivePhoto && <LivePhotoMark />}
        {media.kind === 'document' && <Badge tone="onPicture">{formatPages(media)}</Badge>}
        {media.kind === 'video' && media.status === MEDIA_STATUS.playable && <Badge tone="onPicture">720p</Badge>}
        {media.kind === 'video' && <Badge tone="onPicture">{formatClock(media.mediaFile.duration)}</Badge>}
      </span>
    </>
  );
}

/** Marks an item that screens show at certain times only. */
function PeriodMark({ valid }: { valid: MediaValidity }) {
  return (
    <Badge tone="onPicture">
      <ClockIcon size={14} />
      {getPeriodMark(valid)}
    </Badge>
  );
}

/** Marks a photo with a short video. */
function LivePhotoMark() {
  return (
    <Badge tone="onPicture">
      <LivePhotoIcon size={14} />
      Live
      <VisuallyHidden> Photo</VisuallyHidden>
    </Badge>
  );
}

function ProcessingState({ media }: { media: Media }) {
  const percent = useQuery<number>({ queryKey: mediaKeys.progress(media._id), queryFn: skipToken }).data ?? null;
  const message = useQuery<string>({ queryKey: mediaKeys.progressMessage(media._id), queryFn: skipToken }).data;
  const text = percent === null ? 'Processing' : `Processing ${Math.round(percent)}%`;
  return (
    <span className={styles.processing}>
      <span>{media.kind === 'document' ? (message ?? text) : text}</span>
      <Progress value={percent} label={`Processing ${media.name}`} tone="onPicture" />
    </span>
  );
}

/** Shown at the bottom of the window when a part of the list could not be loaded. */
export function PartialLoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.failure} role="alert">
      <WarningIcon size={18} />
      <span>Some photos and videos couldn’t be loaded.</span>
      <Button kind="quiet" icon={<RetryIcon size={18} />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Loading time after which a photo gets a placeholder. Placeholders are expensive to render. */
const PLACEHOLDER_DELAY_MS = 150;

interface TilePictureProps {
  src: string;
  thumbhash: string | null;
  /** State of the media. When it changes, a failed photo is requested again. */
  state: number;
}

/**
 * Dozens of tiles appear at once during a scroll, so a tile is one element that React renders once: a color until the photo covers it. Only slow, failed and
 * transparent photos are rendered again.
 */
function TilePicture({ src, thumbhash, state: mediaState }: TilePictureProps) {
  const picture = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<'usual' | 'slow' | 'bare' | 'failed'>('usual');
  const [failedAt, setFailedAt] = useState(mediaState);
  const { colour, isOpaque } = getThumbhashColour(thumbhash);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (picture.current && !picture.current.complete) setState('slow');
    }, PLACEHOLDER_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (state === 'failed' && failedAt === mediaState) {
    return (
      <span className={styles.waiting}>
        <ImageIcon size={28} />
      </span>
    );
  }
  const placeholder = state === 'slow' ? getThumbhashUrl(thumbhash) : null;
  return (
    <img
      ref={picture}
      className={styles.picture}
      style={{ backgroundColor: state === 'bare' ? undefined : colour, backgroundImage: placeholder ? `url("${placeholder}")` : undefined }}
      src={src}
      alt=""
      decoding="async"
      draggable={false}
      onLoad={state === 'usual' && isOpaque ? undefined : () => setState('bare')}
      onError={() => {
        setFailedAt(mediaState);
        setState('failed');
      }}
    />
  );
}
