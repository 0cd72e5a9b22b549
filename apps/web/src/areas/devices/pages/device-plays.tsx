import { useQuery } from '@tanstack/react-query';
import type { DevicePlays as Plays } from '@vitrine/contract/plays';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { getPictureSrcSet, getPictureUrl } from '../../../lib/picture-url.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { devicePlaysOptions } from '../api/devices.ts';
import { formatTimeOnScreen, formatTimes } from '../device-labels.ts';
import styles from './device-plays.module.css';

const TOP_COUNT = 5;
const THUMBNAIL = { width: 56, height: 40 };

/** How often the device has shown something today, and what most. */
export function DevicePlays({ deviceId }: { deviceId: string }) {
  const plays = useQuery(devicePlaysOptions(deviceId));
  return (
    <section className={styles.card} aria-labelledby="plays">
      <h2 id="plays" className={styles.heading}>
        Shown today
      </h2>
      {plays.isPending && <Skeleton style={{ height: 120 }} />}
      {plays.isLoadingError && <LoadFailure message={getErrorMessage(plays.error)} onRetry={() => void plays.refetch()} />}
      {plays.data && <PlayedItem plays={plays.data} />}
    </section>
  );
}

function PlayedItem({ plays }: { plays: Plays }) {
  if (plays.count === 0) return <p className={styles.note}>Nothing shown yet today. Screens report what they show every minute or two.</p>;
  return (
    <>
      <p>
        <strong className={styles.count}>{formatTimes(plays.count)}</strong>{' '}
        <span className={styles.note}>{formatTimeOnScreen(plays.shownMs)} in total</span>
      </p>
      <ol className={styles.top} aria-label="Shown most often">
        {plays.media.slice(0, TOP_COUNT).map((media) => (
          <li key={media.mediaId} className={styles.media}>
            <span className={styles.thumbnail}>
              {media.thumbnailKey !== null && (
                <Picture
                  src={getPictureUrl(media.thumbnailKey, THUMBNAIL)}
                  srcSet={getPictureSrcSet(media.thumbnailKey, THUMBNAIL)}
                  alt=""
                />
              )}
            </span>
            <span className={styles.name}>{media.name ?? 'Deleted'}</span>
            <span className={styles.note}>{formatTimes(media.count)}</span>
          </li>
        ))}
      </ol>
      {plays.lost > 0 && (
        <p className={styles.note}>
          {formatCount(plays.lost, 'more play wasn’t', 'more plays weren’t')} recorded because the screen was offline for too long.
        </p>
      )}
    </>
  );
}
