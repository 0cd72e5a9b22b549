import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Device } from '@vitrine/contract/devices';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { PlaylistIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { devicePublishesOptions } from '../../publishing/api/publishes.ts';
import { PublishList } from '../../publishing/parts/publish-list.tsx';

/** The playlists of a device, in each of their states. */
export function DevicePublishes({ device, onSchedule }: { device: Device; onSchedule: (publishId: string) => void }) {
  const publishes = useQuery(devicePublishesOptions(device._id));
  if (publishes.isLoadingError) return <LoadFailure message={getErrorMessage(publishes.error)} onRetry={() => void publishes.refetch()} />;
  if (!publishes.data) return <Skeleton style={{ height: 64 }} />;
  if (publishes.data.length > 0) return <PublishList publishes={publishes.data} onSchedule={({ _id }) => onSchedule(_id)} />;
  return (
    <EmptyState
      icon={<PlaylistIcon size={26} />}
      title="Nothing published yet"
      action={
        <Link to="/main/playlist" className={buttonClass('primary')}>
          Choose playlist
        </Link>
      }
    >
      Open a playlist and publish it to this device.
    </EmptyState>
  );
}
