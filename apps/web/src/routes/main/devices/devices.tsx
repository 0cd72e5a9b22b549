import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { isAtDeviceLimit } from '@vitrine/contract/devices';
import { LIMITS } from '@vitrine/contract/limits';
import { useState } from 'react';
import { devicePagesOptions, deviceSearchOptions } from '../../../features/devices/api/devices.ts';
import { DeviceFilter, type DeviceFilterChoice } from '../../../features/devices/components/device-filter.tsx';
import { type DeviceAction, DeviceList } from '../../../features/devices/components/device-list.tsx';
import { messageOf } from '../../../lib/app-error.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { PlusIcon, ScreenIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { NoMatches } from '../../../ui/no-matches.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchBox, Toolbar } from '../../../ui/toolbar.tsx';
import { useDialog } from '../../use-overlay.ts';
import { useAccount } from '../use-account.ts';
import { DeviceDialogs } from './device-dialogs.tsx';
import type { DeviceStatusFilter } from './devices-search.ts';

const choiceOf = (status: DeviceStatusFilter | undefined): DeviceFilterChoice => ({
  online: status?.includes('online') ?? false,
  offline: status?.includes('offline') ?? false,
});
const statusOf = ({ online, offline }: DeviceFilterChoice): DeviceStatusFilter | undefined => {
  if (online && offline) return 'online,offline';
  return online ? 'online' : offline ? 'offline' : undefined;
};

export function DevicesPage() {
  const { status } = useSearch({ from: '/main/device' });
  const navigate = useNavigate();
  const dialog = useDialog();
  const account = useAccount();
  const [wanted, setWanted] = useState('');
  const text = useDebounced(wanted.trim(), LIMITS.searchDebounceMs);
  const isSearching = wanted.trim() !== '' && text !== '';
  const listed = useInfiniteQuery(devicePagesOptions(account, status === 'online,offline' ? undefined : status));
  const found = useInfiniteQuery(deviceSearchOptions(account, isSearching ? text : ''));
  const devices = isSearching ? found : listed;
  const pages: { devicesCount: number; devices: Parameters<typeof DeviceList>[0]['devices'] }[] = devices.data?.pages ?? [];
  const shown = pages.flatMap((page) => page.devices);
  const limit = listed.data?.pages[0]?.limit;
  const isFull = limit !== undefined && isAtDeviceLimit(limit);
  const openDialog = (name: DeviceAction, { _id }: { _id: string }) => {
    if (name === 'details') void navigate({ to: '/main/device/devicedetailpage', search: { deviceId: _id } });
    else dialog.open(name, _id);
  };
  const showAll = () => {
    setWanted('');
    void navigate({ to: '/main/device', search: {}, replace: true });
  };
  const addButton = (
    <>
      {isFull && (
        <Button kind="quiet" onClick={() => dialog.open('limit')}>
          Why can’t I add one?
        </Button>
      )}
      <Button kind="primary" icon={<PlusIcon size={18} />} disabled={isFull} onClick={() => dialog.open('add')}>
        Add device
      </Button>
    </>
  );
  const count = pages[0]?.devicesCount ?? 0;
  return (
    <>
      <PageHeader title="Devices" note={count > 0 ? count : undefined} actions={addButton} />
      <Toolbar label="Devices">
        <SearchBox label="Search devices" value={wanted} onChange={setWanted} />
        <DeviceFilter
          value={choiceOf(status)}
          onChange={(choice) => void navigate({ to: '/main/device', search: { status: statusOf(choice) }, replace: true })}
        />
      </Toolbar>
      {devices.isPending && <ListSkeleton minWidth={280} ratio="16 / 9" />}
      {devices.isError && <LoadFailure message={messageOf(devices.error)} onRetry={() => void devices.refetch()} />}
      {devices.isSuccess && shown.length === 0 && (
        <NoDevices wanted={isSearching ? text : ''} status={status} action={addButton} onClear={showAll} />
      )}
      {shown.length > 0 && <DeviceList devices={shown} onAction={openDialog} />}
      {devices.hasNextPage && <LoadMore isLoading={devices.isFetchingNextPage} onMore={() => void devices.fetchNextPage()} />}
      <DeviceDialogs devices={shown} limit={limit} />
    </>
  );
}

interface NoDevicesProps {
  wanted: string;
  status?: DeviceStatusFilter;
  action: React.ReactNode;
  onClear: () => void;
}

function NoDevices({ wanted, status, action, onClear }: NoDevicesProps) {
  if (wanted) return <NoMatches title={`No devices match “${wanted}”`} onClear={onClear} />;
  if (status === 'online' || status === 'offline')
    return <NoMatches title={`No device is ${status}`} onClear={onClear} label="Show all devices" />;
  return (
    <EmptyState icon={<ScreenIcon size={26} />} title="No device available" action={action}>
      Open {window.location.host}/screen on a television, a tablet or a frame. It shows an id of six characters: add it here.
    </EmptyState>
  );
}
