import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import { type PaperSize, parsePaperSize } from '@vitrine/contract/poster-sheet';
import { useState } from 'react';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { getPictureUrl } from '../../../lib/picture-url.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { WarningIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { Text } from '../../../ui/text.tsx';
import { mediaOptions } from '../../media/api/media.ts';
import { posterValuesOptions } from '../api/posters.ts';
import { PosterForm, usePosterChoice } from '../parts/poster-form.tsx';
import { PosterSheet } from '../parts/poster-sheet.tsx';
import { createCrop, formatCropPosition, getPixelsPerInch, MIN_PIXELS_PER_INCH, parseCropPosition } from '../poster-crop.ts';
import styles from './make-poster.module.css';
import { WallView } from './wall-view.tsx';

/** Preview of a photo as a poster, its price, and the order button. */
export function MakePosterPage() {
  const { mediaId, albumId, orientationId, sizeId } = useSearch({ from: '/main/media/makeposter' });
  const media = useQuery(mediaOptions(mediaId));
  const values = useQuery(posterValuesOptions());
  const failed = [media, values].find(getLoadFailure);
  const nameOf = (id: string | undefined) => values.data?.find(({ _id }) => _id === id)?.name;
  const sheet = sizeId === undefined ? null : parsePaperSize(nameOf(sizeId) ?? '', nameOf(orientationId) ?? '');
  return (
    <>
      <PageHeader
        title="Create Poster"
        note={media.data?.name}
        back={<BackLink to="/main/media" search={{ albumId }} label="Back to album" />}
      />
      {failed?.error && <LoadFailure message={getErrorMessage(failed.error)} onRetry={() => void failed.refetch()} />}
      {!failed && (
        <div className={styles.columns}>
          {media.data ? <PosterPicture media={media.data} sheet={sheet} /> : <Skeleton style={{ aspectRatio: '2 / 3' }} />}
          {values.data && media.data ? (
            <PosterForm values={values.data} media={media.data} sheet={sheet} />
          ) : (
            <Skeleton style={{ height: 420 }} />
          )}
        </div>
      )}
    </>
  );
}

const VIEWS = [
  { value: 'sheet', label: 'Sheet' },
  { value: 'wall', label: 'Wall' },
] as const;

function PosterPicture({ media, sheet }: { media: Media; sheet: PaperSize | null }) {
  const { at } = useSearch({ from: '/main/media/makeposter' });
  const choose = usePosterChoice();
  const [view, setView] = useState<'sheet' | 'wall'>('sheet');
  // While it is being moved; once it lies, the address has it.
  const [moving, setMoving] = useState<{ x: number; y: number } | null>(null);
  const src = getPictureUrl(media.mediaFile.key, { width: 1600, fit: 'inside' });
  const { width, height } = media;
  if (!sheet || !width || !height) {
    return (
      <figure className={styles.stage}>
        <div className={styles.whole} style={width && height ? { aspectRatio: `${width} / ${height}` } : undefined}>
          <Picture src={src} alt={media.name} fit="contain" loading="eager" />
        </div>
        <Text as="figcaption" tone="soft" size="sm">
          Choose an orientation and a size to see a preview.
        </Text>
      </figure>
    );
  }
  const crop = createCrop({ width, height }, sheet, moving ?? parseCropPosition(at));
  const sharpness = getPixelsPerInch({ width, height }, crop, sheet);
  return (
    <section className={styles.stage} aria-label="Preview">
      <SegmentedChoice label="Preview" value={view} onChange={setView} choices={VIEWS} />
      {view === 'wall' ? (
        <WallView src={src} name={media.name} sheet={sheet} crop={crop} />
      ) : (
        <PosterSheet
          src={src}
          name={media.name}
          sheet={sheet}
          crop={crop}
          onMove={(place, isDone) => {
            setMoving(isDone ? null : place);
            if (isDone) choose({ at: formatCropPosition(place) });
          }}
        />
      )}
      <output>
        {sharpness < MIN_PIXELS_PER_INCH && (
          <p className={styles.warning}>
            <WarningIcon size={18} />
            <span>
              At this size, the photo has only {sharpness} pixels per inch and may look blurry. For a sharper print, choose a smaller size.
            </span>
          </p>
        )}
      </output>
    </section>
  );
}
