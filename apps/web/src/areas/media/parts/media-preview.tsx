import { Dialog } from '@base-ui/react/dialog';
import type { Media } from '@vitrine/contract/media';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { formatDate, formatFileSize } from '../../../lib/format.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { listShownPages, toPage } from '../document-pages.ts';
import { getLivePhotoUrl, getVideoSource, useMediaRoute } from '../media-sizes.ts';
import { useGesture } from '../use-gesture.ts';
import { type MediaPosition, type Rotation, usePreviewKeys, usePreviewPosition, useRotation } from '../use-preview.ts';
import { LivePhoto } from './live-photo.tsx';
import { formatPageCounts, rawFacts, takenFacts } from './media-details.tsx';
import styles from './media-preview.module.css';
import { type PreviewActions, PreviewBar } from './preview-bar.tsx';
import { PreviewStage } from './preview-stage.tsx';
import { SlideshowBar, useSlideshow } from './slideshow.tsx';

interface MediaPreviewProps {
  albumId: string;
  /** The media at a place in the list, once it is known. */
  at: (index: number) => Media | undefined;
  /** True while the list is refetched. */
  isFetching: boolean;
  /** Undefined until it is known. */
  count: number | undefined;
  /** Index of the shown media; the last one when the index no longer exists. */
  index: number | undefined;
  actions: PreviewActions;
  /** It opens as a slideshow. */
  startsPlaying?: boolean;
  /** Finds the position of a media that has moved; without it no message is shown. */
  whereIs?: (media: Media) => Promise<MediaPosition>;
  onMove: (index: number) => void;
  onClose: () => void;
  /** Dialogs about what is in it, which lie over it. */
  children?: ReactNode;
}

export function MediaPreview({
  albumId,
  at,
  count,
  index,
  actions,
  startsPlaying,
  isFetching,
  whereIs,
  onMove,
  onClose,
  children,
}: MediaPreviewProps) {
  const body = useRef<HTMLDivElement>(null);
  // An unsaved rotation stays while the album is open.
  const rotation = useRotation(albumId);
  const shown = index === undefined || !count ? undefined : Math.min(index, count - 1);
  usePreviewPosition({ at, isFetching, count, index, whereIs, onMove, onClose });
  const isOpen = shown !== undefined;
  return (
    <>
      {/* Clicks on a toast next to it do not close it. */}
      <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()} disablePointerDismissal>
        <Dialog.Portal>
          <Dialog.Popup className={styles.preview} initialFocus={body} data-full-window="">
            {isOpen && (
              <PreviewBody
                ref={body}
                at={at}
                count={count ?? 0}
                index={shown}
                rotation={rotation}
                actions={actions}
                startsPlaying={startsPlaying}
                onMove={onMove}
                onClose={onClose}
              />
            )}
            {isOpen && children}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      {!isOpen && children}
    </>
  );
}

interface PreviewBodyProps extends Omit<MediaPreviewProps, 'albumId' | 'isFetching' | 'whereIs' | 'children'> {
  ref: RefObject<HTMLDivElement | null>;
  count: number;
  index: number;
  rotation: Rotation;
}

function PreviewBody({ ref, at, count, index, rotation, actions, startsPlaying, onMove, onClose }: PreviewBodyProps) {
  const [hasDetails, setHasDetails] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const media = at(index);
  const pages = usePages(media);
  const round = count < 2 ? null : (index + 1) % count;
  const slideshow = useSlideshow({
    media: pages.shown,
    next: pages.following ? index : round,
    nextMedia: pages.following ?? (round === null ? undefined : at(round)),
    onMove: (place) => (pages.following ? pages.turn(1) : onMove(place)),
    startsPlaying,
  });
  const previous = index > 0 ? index - 1 : null;
  const next = slideshow.isOn ? round : index < count - 1 ? index + 1 : null;
  const to = (place: number | null) => {
    if (place !== null) onMove(place);
  };
  const goBack = () => (pages.preceding ? pages.turn(-1) : to(previous));
  const goOn = () => (pages.following ? pages.turn(1) : to(next));
  const hasPrevious = pages.preceding !== undefined || previous !== null;
  const hasNext = pages.following !== undefined || next !== null;
  const gesture = useGesture({
    stage,
    picture: pages.shown ? `${pages.shown._id} ${pages.shown.mediaFile.key}` : `${index}`,
    index: index + pages.position / PAGES_PER_INDEX,
    hasPrevious,
    hasNext,
    canZoom: media?.kind === 'image' || media?.kind === 'document',
    onEnd: (end) => (end === 'close' ? onClose() : end === 'next' ? goOn() : goBack()),
  });
  const door = useMediaRoute();
  const livePhotoUrl = media ? getLivePhotoUrl(media, door) : null;
  const canTurn = media?.kind === 'image' && actions.canEdit(media);
  const endSlideshow = () => {
    slideshow.stop();
    ref.current?.focus();
  };
  const startSlideshow = () => {
    slideshow.toggle();
    ref.current?.focus();
  };
  const toggleDetails = () => setHasDetails((shown) => !shown);
  usePreviewKeys({
    gesture,
    to: (place) => (place === 'next' ? goOn() : place === 'previous' ? goBack() : to(place === 'first' ? 0 : count - 1)),
    onDetails: toggleDetails,
    onTurn: (angle) => canTurn && rotation.turn(media, angle),
    onFavourite: () => media && actions.canFavourite && actions.onFavourite(media),
    onDelete: () => media && actions.canDelete && actions.onDelete(media),
    // A video has the key for itself.
    onSpace: () => media && !getVideoSource(media) && slideshow.toggle(),
    onEscape: slideshow.isOn ? endSlideshow : undefined,
  });
  return (
    <div ref={ref} tabIndex={-1} className={styles.body}>
      <PreviewStage
        ref={stage}
        shown={pages.shown}
        before={pages.preceding ?? (previous === null ? undefined : at(previous))}
        after={pages.following ?? (next === null ? undefined : at(next))}
        afterNext={next === null ? undefined : at(next + 1)}
        angleOf={rotation.angleOf}
        isZoomed={gesture.isZoomed}
        isFading={slideshow.isOn}
        onEnded={slideshow.onEnded}
      />
      {slideshow.isOn ? (
        <>
          <Dialog.Title className={styles.hidden}>{media?.name ?? 'Loading'}</Dialog.Title>
          <SlideshowBar slideshow={slideshow} onStep={(step) => (step > 0 ? goOn() : goBack())} onEnd={endSlideshow} />
        </>
      ) : (
        <>
          <PreviewBar
            media={media}
            index={index}
            count={count}
            canTurn={canTurn}
            rotation={rotation}
            actions={actions}
            hasDetails={hasDetails}
            onDetails={toggleDetails}
            onSlideshow={startSlideshow}
          />
          <StepButtons onPrevious={hasPrevious ? goBack : undefined} onNext={hasNext ? goOn : undefined} />
          {pages.count > 1 && (
            <output className={styles.pages}>
              Page {pages.position + 1} of {pages.count}
            </output>
          )}
          {media && livePhotoUrl && !gesture.isZoomed && (
            <LivePhoto key={media._id} media={media} url={livePhotoUrl} angle={rotation.angleOf(media)} stage={stage} />
          )}
          {hasDetails && media && <PreviewDetails media={media} />}
        </>
      )}
    </div>
  );
}

/** More than a document has pages, so that pages are ordered between two media. */
const PAGES_PER_INDEX = 1000;

/** The page of a document that is shown, and its neighbors. Another document starts with its first page. Other media have one page. */
function usePages(media: Media | undefined) {
  const [turned, setTurned] = useState({ mediaId: media?._id, position: 0 });
  const count = media ? listShownPages(media).length : 0;
  const position = turned.mediaId === media?._id ? Math.max(0, Math.min(turned.position, count - 1)) : 0;
  const pageAt = (place: number) => (media && place >= 0 && place < count ? toPage(media, place) : undefined);
  return {
    count,
    position,
    shown: pageAt(position) ?? media,
    preceding: pageAt(position - 1),
    following: pageAt(position + 1),
    turn: (step: 1 | -1) => setTurned({ mediaId: media?._id, position: position + step }),
  };
}

function StepButtons({ onPrevious, onNext }: { onPrevious?: () => void; onNext?: () => void }) {
  return (
    <>
      {onPrevious && (
        <IconButton
          look="onPicture"
          className={styles.previous}
          label="Previous"
          icon={<ChevronLeftIcon size={24} />}
          onClick={onPrevious}
        />
      )}
      {onNext && (
        <IconButton look="onPicture" className={styles.next} label="Next" icon={<ChevronRightIcon size={24} />} onClick={onNext} />
      )}
    </>
  );
}

function PreviewDetails({ media }: { media: Media }) {
  const rows = [
    { term: 'Name', value: media.name },
    ...(media.caption ? [{ term: 'Caption', value: media.caption }] : []),
    { term: 'Size', value: formatFileSize(media.mediaFile.size) },
    ...(media.pageCount === null ? [] : [{ term: 'Pages', value: formatPageCounts(media) }]),
    { term: 'Dimensions', value: media.width && media.height ? `${media.width} × ${media.height}` : '–' },
    { term: 'Type', value: media.mediaFile.mimetype },
    ...rawFacts(media),
    ...takenFacts(media),
    { term: 'Added', value: formatDate(media.createdAt) },
  ];
  return (
    <dl className={styles.details}>
      {rows.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
