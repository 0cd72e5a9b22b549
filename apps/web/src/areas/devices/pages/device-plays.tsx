import { useQuery } from '@tanstack/react-query';
import type { DevicePlays as Plays } from '@vitrine/contract/plays';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { getPictureSrcSet, getPictureUrl } from '../../../lib/picture-url.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { Text } from '../../../ui/text.tsx';
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
      <Text as="h2" id="plays" size="md">
        Shown today
      </Text>
      {plays.isPending && <Skeleton style={{ height: 120 }} />}
      {plays.isLoadingError && <LoadFailure message={getErrorMessage(plays.error)} onRetry={() => void plays.refetch()} />}
      {plays.data && <PlayedItem plays={plays.data} />}
    </section>
  );
}

function PlayedItem({ plays }: { plays: Plays }) {
  if (plays.count === 0) return <Text tone="soft">Nothing shown yet today. Screens report what they show every minute or two.</Text>;
  return (
    <>
      <p>
        <strong className={styles.count}>{formatTimes(plays.count)}</strong>{' '}
        <Text as="span" tone="soft">
          {formatTimeOnScreen(plays.shownMs)} in total
        </Text>
      </p>
      <Stack as="ol" gap={2} aria-label="Shown most often">
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
            <Text as="span" breaks="never">
              {media.name ?? (media.ownerName === undefined ? 'Deleted' : `Private album of ${media.ownerName}`)}
            </Text>
            <Text as="span" tone="soft">
              {formatTimes(media.count)}
            </Text>
          </li>
        ))}
      </Stack>
      {plays.lost > 0 && (
        <Text tone="soft">
          {formatCount(plays.lost, 'more play wasn’t', 'more plays weren’t')} recorded because the screen was offline for too long.
        </Text>
      )}
    </>
  );
}
