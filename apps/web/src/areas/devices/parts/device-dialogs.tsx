import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type Device, type DeviceLimit, isAtDeviceLimit } from '@vitrine/contract/devices';
import { ERRORS } from '@vitrine/contract/errors';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useCloseWhenRemoved, useDialog, useOverlay } from '../../../lib/use-overlay.ts';
import { PlaylistIcon } from '../../../ui/app-icons.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { DeviceLimitLinks, UpgradeLink, useCanBuyExtraScreens, useCanUpgrade } from '../../accounts/parts/plan-usage.tsx';
import { devicePublishesOptions } from '../../publishing/api/publishes.ts';
import { PublishList } from '../../publishing/parts/publish-list.tsx';
import { WaitingPublishes } from '../../publishing/parts/waiting-publishes.tsx';
import { getDeviceStateLabel } from '../../publishing/screen-progress.ts';
import { deviceOptions, useDeleteDevice } from '../api/devices.ts';
import styles from './device-dialogs.module.css';
import { DeviceFormDialog } from './device-form-dialog.tsx';
import { DevicePicture } from './device-picture.tsx';
import { ReplaceScreenDialog } from './replace-screen-dialog.tsx';

/** The dialogs of the devices page; which is open, and about which device, stands in the address. */
export function DeviceDialogs({ devices, limit }: { devices: readonly Device[]; limit?: DeviceLimit }) {
  const { add } = useSearch({ from: '/main/device' });
  const { dialog, target, close } = useDialog();
  const overlay = useOverlay();
  const navigate = useNavigate();
  const listed = devices.find(({ _id }) => _id === target);
  // One that is on no page yet, or that a filter leaves out.
  const fetched = useQuery({ ...deviceOptions(target ?? ''), enabled: target !== undefined && !listed && limit !== undefined });
  const device = listed ?? (getLoadFailure(fetched) ? undefined : fetched.data);
  useCloseWhenRemoved({ what: 'device', asked: fetched, isListed: listed !== undefined });
  const isFull = limit !== undefined && isAtDeviceLimit(limit);
  // Nothing is typed in vain: whether there is room is known before the form is shown.
  const isAdding = (dialog === 'add' || add !== undefined) && limit !== undefined;
  const closeAdding = () => overlay.hide({ dialog: undefined, target: undefined, add: undefined });
  const schedule = (publishId: string) =>
    void navigate({
      to: '/main/device/devicedetailpage',
      search: { deviceId: target ?? '', dialog: 'schedule', target: publishId },
      replace: true,
    });
  return (
    <>
      <DeviceFormDialog isOpen={isAdding && !isFull} suggestedId={add} onClose={closeAdding} />
      <DeviceLimitDialog isOpen={(isAdding && isFull) || dialog === 'limit'} limit={limit} onClose={closeAdding} />
      <DeviceFormDialog isOpen={dialog === 'rename' && device !== undefined} device={device} onClose={close} />
      <ReplaceScreenDialog isOpen={dialog === 'replace' && device !== undefined} device={device} onClose={close} />
      <DevicePreviewDialog isOpen={dialog === 'preview'} device={device} onClose={close} />
      <Dialog
        isOpen={dialog === 'active' && device !== undefined}
        onClose={close}
        size="medium"
        title={`Playlists on ${device?.name ?? ''}`}
      >
        {device && <DevicePublishes device={device} onSchedule={schedule} />}
      </Dialog>
      <DeleteDeviceDialog isOpen={dialog === 'delete'} device={device} onClose={close} />
    </>
  );
}

interface DeleteDeviceDialogProps {
  device?: Device;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDeviceDialog({ device, isOpen, onClose, onDeleted = onClose }: DeleteDeviceDialogProps) {
  const remove = useDeleteDevice({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Device deleted.');
      onDeleted();
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen && device !== undefined}
      onClose={onClose}
      onConfirm={() => device && remove.mutate(device._id)}
      title={`Delete “${device?.name ?? ''}”?`}
      consequence={`Screen ${device?.deviceId ?? ''} stops showing your playlists. You can add it again later. Albums and playlists are kept.`}
      confirmLabel="Delete device"
      isBusy={remove.isPending}
    />
  );
}

/** Returns what the user can do about the limit of devices. */
function getLimitMessage(limit: DeviceLimit, canUpgrade: boolean, canBuyExtraScreens: boolean): string {
  if (limit.hasEnded)
    return canUpgrade ? ERRORS.PLAN_ENDED.message : 'The plan has ended. Its owner can renew it. Your content is kept and keeps playing.';
  const count = `${limit.used} of ${formatCount(limit.allowed, 'device')} in use.`;
  if (canBuyExtraScreens) return `${count} Buy extra screens, upgrade your plan, or delete a device you no longer use.`;
  return `${count} ${canUpgrade ? ERRORS.DEVICE_LIMIT.message : 'Delete a device that is no longer used to add another one.'}`;
}

/** Why no more can be added, and what to do about it. */
function DeviceLimitDialog({ limit, isOpen, onClose }: { limit?: DeviceLimit; isOpen: boolean; onClose: () => void }) {
  const canUpgrade = useCanUpgrade();
  const canBuyExtraScreens = useCanBuyExtraScreens(isOpen);
  return (
    <Dialog
      isOpen={isOpen && limit !== undefined}
      onClose={onClose}
      title={limit?.hasEnded ? 'Your plan has ended' : 'Device limit reached'}
      description={limit && getLimitMessage(limit, canUpgrade, canBuyExtraScreens)}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
          {limit?.hasEnded ? <UpgradeLink /> : <DeviceLimitLinks />}
        </>
      }
    />
  );
}

/** Large view of the screen's current content. */
function DevicePreviewDialog({ device, isOpen, onClose }: { device?: Device; isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen && device !== undefined} onClose={onClose} size="medium" title={device?.name ?? ''}>
      {device && (
        <>
          <div className={styles.picture}>
            <DevicePicture device={device} width={960} />
          </div>
          <output className={styles.words}>{getDeviceStateLabel(device)}</output>
        </>
      )}
    </Dialog>
  );
}

interface DevicePublishesProps {
  device: Device;
  onSchedule: (publishId: string) => void;
}

/** The playlists of a device, in each of their states. */
export function DevicePublishes(props: DevicePublishesProps) {
  return (
    <Stack gap={3}>
      <WaitingPublishes scope={{ deviceId: props.device._id }} />
      <CurrentPublishes {...props} />
    </Stack>
  );
}

function CurrentPublishes({ device, onSchedule }: DevicePublishesProps) {
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
