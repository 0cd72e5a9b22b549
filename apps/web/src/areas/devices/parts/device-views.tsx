import { useQuery } from '@tanstack/react-query';
import type { Device, DeviceOrder } from '@vitrine/contract/devices';
import type { ReactNode } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import type { IdSelection } from '../../../lib/use-id-selection.ts';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import type { AccountInView } from '../../accounts/account-in-view.ts';
import { type DeviceListQuery, deviceIdsOptions } from '../api/devices.ts';
import { useDeviceRows } from '../use-device-rows.ts';
import { DeviceDays } from './device-days.tsx';
import type { DeviceAction } from './device-list.tsx';
import { DeviceTable } from './device-table.tsx';
import { ListEnd } from './list-end.tsx';

interface DeviceListingProps {
  account: AccountInView;
  query: DeviceListQuery;
  selection: IdSelection;
  isDay: boolean;
  order: DeviceOrder;
  onOrder: (order: DeviceOrder) => void;
  onAction: (action: DeviceAction, device: Device) => void;
  none: ReactNode;
}

const NO_IDS: string[] = [];

/** All devices of a list as rows of a table, by their ids; what is in sight is asked for. */
export function DeviceTableView({ account, query, selection, isDay, order, onOrder, onAction, none }: DeviceListingProps) {
  const all = useQuery(deviceIdsOptions(account, query));
  const ids = all.data ?? NO_IDS;
  const { rows, error, refetch, show } = useDeviceRows(account, query, ids);
  if (all.isPending) return <ListSkeleton view="List" />;
  if (all.isLoadingError) return <LoadFailure message={getErrorMessage(all.error)} onRetry={() => void all.refetch()} />;
  if (ids.length === 0) return none;
  const Table = isDay ? DeviceDays : DeviceTable;
  return (
    <>
      {error && <LoadFailure message={getErrorMessage(error)} onRetry={refetch} />}
      <Table
        rows={rows}
        sort={order}
        onSort={onOrder}
        onShow={show}
        selected={selection.ids}
        onPick={(id, isRange) => void selection.pick(id, isRange)}
        onAction={onAction}
      />
      <ListEnd count={ids.length} />
    </>
  );
}
