import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { deviceOptions } from '../../features/devices/api/devices.ts';
import { ConfirmOrderDialog } from '../../features/devices/components/confirm-order-dialog.tsx';
import { DeleteDeviceDialog } from '../../features/devices/components/delete-device-dialog.tsx';
import { DeviceFacts } from '../../features/devices/components/device-facts.tsx';
import { DeviceFormDialog } from '../../features/devices/components/device-form-dialog.tsx';
import { DeviceState, OnlineBadge } from '../../features/devices/components/device-list.tsx';
import { DevicePicture } from '../../features/devices/components/device-picture.tsx';
import { DevicePlays } from '../../features/devices/components/device-plays.tsx';
import { RemoteControl } from '../../features/devices/components/remote-control.tsx';
import { devicePublishesOptions } from '../../features/publishing/api/publishes.ts';
import { PublishList } from '../../features/publishing/components/publish-list.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MoreIcon, PencilIcon, PlaylistIcon, TrashIcon } from '../../ui/icons.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDialog } from '../use-overlay.ts';
import { BackLink } from './back-link.tsx';
import styles from './device-detail.module.css';

export function DeviceDetailScreen() {
  const { deviceId } = useSearch({ from: '/main/device/devicedetailpage' });
  const navigate = useNavigate();
  const dialog = useDialog();
  const device = useQuery(deviceOptions(deviceId));
  if (device.isError) return <LoadFailure message={messageOf(device.error)} onRetry={() => void device.refetch()} />;
  if (!device.data) return <Skeleton style={{ aspectRatio: '16 / 9', maxWidth: 720 }} />;
  return (
    <>
      <PageHeader
        title={device.data.name}
        back={<BackLink to="/main/device" label="Back to devices" />}
        actions={
          <Menu trigger={<IconButton label={`Actions for ${device.data.name}`} icon={<MoreIcon />} />}>
            <MenuItem icon={<PencilIcon size={18} />} onSelect={() => dialog.open('rename')}>
              Rename
            </MenuItem>
            <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => dialog.open('delete')}>
              Delete
            </MenuItem>
          </Menu>
        }
      />
      <div className={styles.columns}>
        <div className={styles.now}>
          <div className={styles.picture}>
            <DevicePicture device={device.data} width={800} />
            <span className={styles.badge}>
              <OnlineBadge device={device.data} />
            </span>
          </div>
          <output className={styles.state}>
            <DeviceState device={device.data} />
          </output>
          <RemoteControl device={device.data} onAsk={(action) => dialog.open(action)} />
          <DevicePublishes deviceId={deviceId} />
          <DevicePlays deviceId={deviceId} />
        </div>
        <DeviceFacts device={device.data} />
      </div>
      <DeviceFormDialog isOpen={dialog.dialog === 'rename'} device={device.data} onClose={dialog.close} />
      <ConfirmOrderDialog device={device.data} action={dialog.dialog} onClose={dialog.close} />
      <DeleteDeviceDialog
        isOpen={dialog.dialog === 'delete'}
        device={device.data}
        onClose={dialog.close}
        onDeleted={() => void navigate({ to: '/main/device', search: {}, replace: true })}
      />
    </>
  );
}

function DevicePublishes({ deviceId }: { deviceId: string }) {
  const publishes = useQuery(devicePublishesOptions(deviceId));
  return (
    <section aria-labelledby="playlists">
      <h2 id="playlists" className={styles.heading}>
        Playlists
      </h2>
      {publishes.isPending && <Skeleton style={{ height: 64 }} />}
      {publishes.isError && <LoadFailure message={messageOf(publishes.error)} onRetry={() => void publishes.refetch()} />}
      {publishes.data?.length === 0 && (
        <EmptyState
          icon={<PlaylistIcon size={26} />}
          title="Nothing published yet"
          action={
            <Link to="/main/playlist" search={{}} className={buttonClass('primary')}>
              Choose a playlist
            </Link>
          }
        >
          Open a playlist and publish it to this device.
        </EmptyState>
      )}
      {publishes.data && publishes.data.length > 0 && <PublishList publishes={publishes.data} />}
    </section>
  );
}
