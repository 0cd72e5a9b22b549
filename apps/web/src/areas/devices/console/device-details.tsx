import { useQuery } from '@tanstack/react-query';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { DeviceDetails as Details, DevicePlaylist } from '@vitrine/contract/device-details';
import type { ReactNode } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { getPictureSrcSet, getPictureUrl } from '../../../lib/picture-url.ts';
import { PlaylistIcon, ScreenIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DetailsSection, FactGrid } from '../../../ui/details.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { Text } from '../../../ui/text.tsx';
import { getOffLabel } from '../../publishing/screen-progress.ts';
import { getReceiptLabel } from '../device-labels.ts';
import { deviceDetailsOptions, isDeviceGone } from './api/console-devices.ts';
import styles from './device-details.module.css';

/** Source: specification 3 §9. */
const THUMBNAIL = { width: 140, height: 140 } as const;

/** Details of another account's device. */
export function DeviceDetails({ deviceId }: { deviceId: string }) {
  const device = useQuery(deviceDetailsOptions(deviceId));
  if (device.isPending) return <ListSkeleton view="List" />;
  if (isDeviceGone(device.error))
    return (
      <EmptyState icon={<ScreenIcon size={26} />} title={BUSINESS_MESSAGES.noDevice}>
        The device was deleted, or its screen was reset.
      </EmptyState>
    );
  if (!device.data) return <LoadFailure message={getErrorMessage(device.error)} onRetry={() => void device.refetch()} />;
  return (
    <>
      <FactGrid facts={getDeviceFacts(device.data)} />
      <DetailsSection title="Recent playlists">
        {device.data.recent.length === 0 ? (
          <Text tone="soft" size="sm">
            Not available
          </Text>
        ) : (
          <Stack as="ul" gap={3} aria-label="Recent playlists">
            {device.data.recent.map((playlist) => (
              <RecentPlaylist key={playlist.publish_Id} playlist={playlist} />
            ))}
          </Stack>
        )}
      </DetailsSection>
    </>
  );
}

const getDeviceFacts = (device: Details): [string, ReactNode][] => [
  ['Connection', <ConnectionBadge key="connection" status={device.status} />],
  ...(device.operation?.isOn === false ? [['Operating hours', getOffLabel(device)] satisfies [string, ReactNode]] : []),
  ['Device name', device.name],
  [
    'Device ID',
    <span key="id" className={styles.id}>
      {device.deviceId}
      <CopyButton text={device.deviceId} what="device ID" />
    </span>,
  ],
  ['Operating system', device.operatingSystem ?? 'Not available'],
  ['Model name', device.modelName ?? 'Not available'],
  ['Added on', formatDate(device.createdAt)],
  ['Last deployed', device.lastDeployed ? formatDate(device.lastDeployed) : 'Never'],
  ['Number of playlists', String(device.playlists)],
  ['Last added playlist', device.lastAddedPlaylist ?? 'None'],
  ['Ownership', device.createdUser.map(({ name, email }) => `${name}, ${email}`).join('; ')],
  ['Platform', device.platform],
  ['Environment', device.environment],
  ['Version', device.versionCode ?? 'Not available'],
  ['Serial number', device.serialNumber ?? 'Not available'],
  ['Time zone', device.timeZone],
  ['Last command', device.action ? getReceiptLabel(device.action) : 'None'],
];

const RecentPlaylist = ({ playlist: { name, thumbnailKey, albums, status } }: { playlist: DevicePlaylist }) => (
  <li className={styles.playlist}>
    <span className={styles.thumbnail}>
      {thumbnailKey === null ? (
        <PlaylistIcon size={22} />
      ) : (
        <Picture src={getPictureUrl(thumbnailKey, THUMBNAIL)} srcSet={getPictureSrcSet(thumbnailKey, THUMBNAIL)} alt="" />
      )}
    </span>
    <span className={styles.words}>
      <span className={styles.name}>{name}</span>
      <Text as="span" tone="soft" size="sm">
        {formatCount(albums, 'album')}
      </Text>
      <Badge tone={status === 'active' ? 'success' : 'neutral'}>{status === 'active' ? 'ACTIVE' : 'ON QUEUE'}</Badge>
    </span>
  </li>
);

/** `status` as the wire has it: 1 online, else offline (specification 3 §4). */
export const ConnectionBadge = ({ status }: { status: 0 | 1 }) => (
  <Badge tone={status === 1 ? 'success' : 'neutral'} dot={status === 1 ? 'online' : 'offline'}>
    {status === 1 ? 'Online' : 'Offline'}
  </Badge>
);
