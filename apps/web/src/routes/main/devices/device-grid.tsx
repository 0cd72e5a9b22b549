import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import type { ReactNode } from 'react';
import { type DeviceAction, DeviceList } from '../../../features/devices/components/device-list.tsx';
import { messageOf } from '../../../lib/app-error.ts';
import type { IdSelection } from '../../../lib/use-id-selection.ts';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';

interface DeviceGridProps {
  pages: UseInfiniteQueryResult<InfiniteData<{ devices: Device[] }>>;
  selection: IdSelection;
  onAction: (action: DeviceAction, device: Device) => void;
  none: ReactNode;
}

export function DeviceGrid({ pages, selection, onAction, none }: DeviceGridProps) {
  const devices = pages.data?.pages.flatMap((page) => page.devices) ?? [];
  return (
    <>
      {pages.isPending && <ListSkeleton minWidth={280} ratio="16 / 9" />}
      {pages.isError && devices.length === 0 && <LoadFailure message={messageOf(pages.error)} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && devices.length === 0 && none}
      {devices.length > 0 && (
        <DeviceList
          devices={devices}
          selected={selection.ids}
          onPick={(id, isRange) => void selection.pick(id, isRange)}
          onAction={onAction}
        />
      )}
      {pages.hasNextPage && <LoadMore isLoading={pages.isFetchingNextPage} onMore={() => void pages.fetchNextPage()} />}
    </>
  );
}
