import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Playlist } from '@vitrine/contract/playlists';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { ClockIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Text } from '../../../ui/text.tsx';
import { playlistPublishesOptions } from '../../publishing/api/publishes.ts';
import { ScheduleDialog } from '../../publishing/parts/schedule-dialog.tsx';
import { formatPublishSchedule } from '../../publishing/schedule-labels.ts';
import styles from '../pages/playlist.module.css';

/** Devices to which the playlist is published, with its schedule on each. A main playlist shows no schedule (specification 2 §4). */
export function PlaylistPublishes({ playlist: { _id: playlistId, abilities } }: { playlist: Playlist }) {
  const { dialog, target, open, close } = useDialog();
  const publishes = useQuery(playlistPublishesOptions(playlistId));
  if (publishes.isPending) return <Skeleton style={{ height: 40 }} />;
  if (publishes.isLoadingError)
    return (
      <Text tone="soft" size="sm">
        {getErrorMessage(publishes.error)}
      </Text>
    );
  if (publishes.data.length === 0)
    return (
      <Text tone="soft" size="sm">
        Not published to any device yet.
      </Text>
    );
  const scheduled = dialog === 'schedule' && abilities.publish ? publishes.data.find(({ _id }) => _id === target) : undefined;
  return (
    <>
      <Stack as="ul" gap={2}>
        {publishes.data.map(({ _id, deviceId: device, status, mainPlaylist, ...publish }) => (
          <Row as="li" key={_id} align="center" gap={3}>
            <span className={styles.words}>
              <Link to="/main/device/devicedetailpage" search={{ deviceId: device._id }}>
                {device.name}
              </Link>
              <Text as="span" tone="soft" size="sm">
                {formatPublishSchedule(publish) ?? (mainPlaylist ? 'Main playlist' : 'No schedule')}
              </Text>
            </span>
            <Badge tone={status === 'active' ? 'success' : 'neutral'}>{status === 'active' ? 'ACTIVE' : 'ON QUEUE'}</Badge>
            {!mainPlaylist && abilities.publish && (
              <IconButton label={`Schedule on ${device.name}`} icon={<ClockIcon size={18} />} onClick={() => open('schedule', _id)} />
            )}
          </Row>
        ))}
      </Stack>
      <ScheduleDialog publish={scheduled} onClose={close} />
    </>
  );
}
