import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { deviceListOptions } from '../../features/devices/api/devices.ts';
import { DeleteDeviceDialog } from '../../features/devices/components/delete-device-dialog.tsx';
import { DeviceFormDialog } from '../../features/devices/components/device-form-dialog.tsx';
import { DeviceList } from '../../features/devices/components/device-list.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { includesWords } from '../../lib/includes-words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlusIcon, ScreenIcon, SearchIcon } from '../../ui/icons.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx';
import type { DeviceStatusFilter } from '../search-schemas.ts';
import { useDialog, useOverlay } from '../use-overlay.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { useAccount } from './use-account.ts';

const STATUS_CHOICES: { value: DeviceStatusFilter | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'online', label: 'Online' },
  { value: 'offline', label: 'Offline' },
];

export function DevicesScreen() {
  const { status, add } = useSearch({ from: '/main/device' });
  const navigate = useNavigate();
  const overlay = useOverlay();
  const dialog = useDialog();
  const account = useAccount();
  const devices = useQuery(deviceListOptions(account.userId, status, account.orgId));
  const [wanted, setWanted] = useState('');
  const all = devices.data?.devices ?? [];
  const shown = all.filter((device) => includesWords(`${device.name} ${device.deviceId}`, wanted));
  const target = all.find((device) => device._id === dialog.target);
  const addButton = (
    <Button kind="primary" icon={<PlusIcon size={18} />} onClick={() => dialog.open('add')}>
      Add device
    </Button>
  );
  return (
    <>
      <PageHeader title="Devices" note={all.length > 0 ? devices.data?.devicesCount : undefined} actions={addButton} />
      <Toolbar label="Devices">
        <SearchBox label="Search devices" value={wanted} onChange={setWanted} />
        <SegmentedChoice
          label="Show"
          value={status ?? 'all'}
          onChange={(next) => void navigate({ to: '/main/device', search: { status: next === 'all' ? undefined : next }, replace: true })}
          choices={STATUS_CHOICES}
        />
      </Toolbar>
      {devices.isPending && <ListSkeleton minWidth={280} />}
      {devices.isError && <LoadFailure message={messageOf(devices.error)} onRetry={() => void devices.refetch()} />}
      {devices.isSuccess && all.length === 0 && !status && (
        <EmptyState icon={<ScreenIcon size={26} />} title="No device available" action={addButton}>
          Open {window.location.host}/screen on a television, a tablet or a frame. It shows an id of six characters: add it here.
        </EmptyState>
      )}
      {devices.isSuccess && all.length === 0 && status && <EmptyState icon={<ScreenIcon size={26} />} title={`No device is ${status}`} />}
      {all.length > 0 && shown.length === 0 && <EmptyState icon={<SearchIcon size={26} />} title={`No device is called “${wanted}”`} />}
      {shown.length > 0 && (
        <DeviceList
          devices={shown}
          onRename={(device) => dialog.open('rename', device._id)}
          onDelete={(device) => dialog.open('delete', device._id)}
        />
      )}
      <DeviceFormDialog
        isOpen={dialog.dialog === 'add' || add !== undefined}
        suggestedId={add}
        onClose={() => overlay.hide({ dialog: undefined, target: undefined, add: undefined })}
      />
      <DeviceFormDialog isOpen={dialog.dialog === 'rename' && target !== undefined} device={target} onClose={dialog.close} />
      <DeleteDeviceDialog isOpen={dialog.dialog === 'delete'} device={target} onClose={dialog.close} />
    </>
  );
}
