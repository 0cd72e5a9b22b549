import type { Media } from '@vitrine/contract/media';
import { type RefObject, useEffect } from 'react';
import { Spinner } from '../../../ui/spinner.tsx';
import { getPreviewPictureUrl } from '../api/large-url.ts';
import { useMediaRoute } from '../media-door.ts';
import { getPictureKey } from '../picture-source.ts';
import styles from './media-preview.module.css';
import { PreviewSlide } from './preview-slide.tsx';

interface PreviewStageProps {
  ref: RefObject<HTMLDivElement | null>;
  at: (index: number) => Media | undefined;
  index: number;
  /** What comes before and after it; none at the ends of the album. */
  previous: number | null;
  next: number | null;
  angleOf: (media: Media) => number;
  isZoomed: boolean;
  /** Pictures fade into each other where they are, as in a slideshow. */
  isFading: boolean;
  onEnded: () => void;
}

/** The picture between its neighbours, which are there and decoded before anybody goes on to them. */
export function PreviewStage({ ref, at, index, previous, next, angleOf, isZoomed, isFading, onEnded }: PreviewStageProps) {
  const media = at(index);
  usePreloaded(next === null ? undefined : at(next + 1));
  const places = [
    { index: previous, place: -1 },
    { index, place: 0 },
    { index: next, place: 1 },
  ];
  // In an album of two the same picture comes before and after.
  const slides = places.filter(({ index: one }, order) => one !== null && places.findLastIndex((other) => other.index === one) === order);
  return (
    <div ref={ref} className={styles.stage} data-fading={isFading ? '' : undefined}>
      <div className={styles.track}>
        {slides.map(({ index: one, place }) => {
          const item = one === null ? undefined : at(one);
          return (
            item && (
              <PreviewSlide
                key={`${item._id} ${item.mediaFile.key}`}
                media={item}
                place={place}
                angle={angleOf(item)}
                isZoomed={isZoomed}
                onEnded={onEnded}
              />
            )
          );
        })}
      </div>
      {!media && (
        <div className={styles.words}>
          <Spinner />
        </div>
      )}
    </div>
  );
}

function usePreloaded(media: Media | undefined): void {
  const door = useMediaRoute();
  const key = media && getPictureKey(media);
  useEffect(() => {
    if (key) new Image().src = getPreviewPictureUrl(key, door);
  }, [key, door]);
}
