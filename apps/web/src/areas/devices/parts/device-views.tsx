import { useQueries, useQuery } from '@tanstack/react-query';
import { DEVICE_LIMITS } from '@vitrine/contract/device-limits';
import type { Device, DeviceOrder } from '@vitrine/contract/devices';
import { toLocalDateTime } from '@vitrine/playback';
import { type ReactNode, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import type { IdSelection } from '../../../lib/use-id-selection.ts';
import { formatTwelveHours } from '../../../lib/wall-clock.ts';
import { ListSkeleton } from '../../../ui/card.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { NoteBox } from '../../../ui/panel.tsx';
import type { AccountInView } from '../../accounts/account-in-view.ts';
import { deviceDaysOptions } from '../../publishing/api/publishes.ts';
import { assignColours, layoutDayLine } from '../../publishing/day-line-layout.ts';
import { DayHours, DayLine, useCurrentMinute } from '../../publishing/parts/day-line.tsx';
import { type DeviceListQuery, deviceIdsOptions, LIST_PAGE_SIZE } from '../api/devices.ts';
import { splitIntoBatches } from '../batching.ts';
import { useDevicePages, useDeviceRows } from '../use-device-rows.ts';
import { useVisiblePages } from '../use-visible-pages.ts';
import { type DeviceAction, DeviceList } from './device-list.tsx';
import { DeviceRows, DeviceTable, type DeviceTableProps, nameColumn } from './device-table.tsx';

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

/** All devices of a list as table rows, by their ids; visible ones are requested. */
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

/** One line for each device: its day from midnight to midnight, by its own clock. */
function DeviceDays(props: DeviceTableProps) {
  const devices = props.rows.flatMap(({ device }) => device ?? []);
  const days = useDeviceDays(devices);
  const colourOf = assignColours([...days.values()]);
  const now = useCurrentMinute();
  const columns = [
    nameColumn,
    {
      key: 'clock',
      head: 'Local time',
      width: '10.5rem',
      cell: ({ device }: DeviceTableProps['rows'][number]) =>
        device &&
        `${formatTwelveHours(toLocalDateTime(now, device).time)} ${device.timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? ''}`,
    },
    {
      key: 'day',
      head: 'Today',
      isLong: true,
      scale: <DayHours />,
      cell: ({ device }: DeviceTableProps['rows'][number]) => {
        const day = device && days.get(device._id);
        return day ? <DayLine line={layoutDayLine(day, now, colourOf)} name={device.name} /> : <Skeleton style={{ height: 32 }} />;
      },
    },
  ];
  return <DeviceRows {...props} columns={columns} />;
}

/** Day plans of the visible devices, in batches of the maximum size. */
function useDeviceDays(devices: readonly Device[]) {
  const parts = splitIntoBatches(
    devices.map(({ _id }) => _id),
    DEVICE_LIMITS.daysPerCall,
  );
  return useQueries({
    queries: parts.map((ids) => deviceDaysOptions(ids)),
    combine: (answers) => new Map(answers.flatMap(({ data }) => data ?? []).map((day) => [day.deviceId, day])),
  });
}

interface DeviceGridProps {
  account: AccountInView;
  query: DeviceListQuery;
  selection: IdSelection;
  onAction: (action: DeviceAction, device: Device) => void;
  none: ReactNode;
}

/** All devices of a list as cards, by their ids: pages are rendered as the user scrolls, and visible ones are requested. */
export function DeviceGridView({ account, query, selection, onAction, none }: DeviceGridProps) {
  const all = useQuery(deviceIdsOptions(account, query));
  const ids = all.data ?? NO_IDS;
  const list = useRef<HTMLUListElement>(null);
  const [drawnPages, setDrawnPages] = useState(1);
  const drawn = ids.slice(0, drawnPages * LIST_PAGE_SIZE);
  const seen = useVisiblePages(list, LIST_PAGE_SIZE);
  const { rows, error, refetch } = useDevicePages(account, query, drawn, { first: 0, last: drawnPages - 1 }, seen);
  if (all.isPending) return <ListSkeleton minWidth={280} ratio="16 / 9" />;
  if (all.isLoadingError) return <LoadFailure message={getErrorMessage(all.error)} onRetry={() => void all.refetch()} />;
  if (ids.length === 0) return none;
  return (
    <>
      {error && <LoadFailure message={getErrorMessage(error)} onRetry={refetch} />}
      <DeviceList
        list={list}
        rows={rows}
        selected={selection.ids}
        onPick={(id, isRange) => void selection.pick(id, isRange)}
        onAction={onAction}
      />
      {drawn.length < ids.length && <LoadMore key={drawnPages} isLoading={false} onMore={() => setDrawnPages(drawnPages + 1)} />}
      {drawn.length === ids.length && <ListEnd count={ids.length} />}
    </>
  );
}

/** Says where a list is as long as lists get, and what to do about it. */
const ListEnd = ({ count }: { count: number }) =>
  count === DEVICE_LIMITS.listedDevices ? (
    <NoteBox>{`Showing the first ${count.toLocaleString('en-US')} devices. Search or filter to find more.`}</NoteBox>
  ) : null;
