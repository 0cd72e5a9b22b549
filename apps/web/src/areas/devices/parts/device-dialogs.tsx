import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Device, type DeviceLimit, isAtDeviceLimit } from '@vitrine/contract/devices';
import { getLoadFailure } from '../../../lib/app-error.ts';
import { useCloseWhenRemoved, useDialog, useOverlay } from '../../../lib/use-overlay.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { deviceOptions } from '../api/devices.ts';
import { DeleteDeviceDialog } from './delete-device-dialog.tsx';
import { DeviceFormDialog } from './device-form-dialog.tsx';
import { DeviceLimitDialog } from './device-limit-dialog.tsx';
import { DevicePreviewDialog } from './device-preview-dialog.tsx';
import { DevicePublishes } from './device-publishes.tsx';

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
