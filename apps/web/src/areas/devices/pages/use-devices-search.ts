import { useNavigate, useSearch } from '@tanstack/react-router';
import { joinTags, splitTags } from '@vitrine/contract/device-tags';
import { type DeviceOrder, deviceOrder } from '@vitrine/contract/devices';
import type { DeviceListQuery } from '../api/devices.ts';
import type { DeviceFilterValue } from '../parts/device-filter.tsx';
import type { DeviceStatusFilter, DevicesSearch } from '../search-params.ts';

const toFilterValue = (status: DeviceStatusFilter | undefined): DeviceFilterValue => ({
  online: status?.includes('online') ?? false,
  offline: status?.includes('offline') ?? false,
});
const parseStatus = ({ online, offline }: DeviceFilterValue): DeviceStatusFilter | undefined => {
  if (online && offline) return 'online,offline';
  return online ? 'online' : offline ? 'offline' : undefined;
};

/** Filters, order and view as they stand in the address; what no list knows counts as not there. */
export function useDevicesSearch() {
  const { status, tags, sort, view } = useSearch({ from: '/main/device' });
  const navigate = useNavigate();
  const go = (next: DevicesSearch) =>
    void navigate({ to: '/main/device', search: { status, tags, sort, view, ...next }, replace: true, resetScroll: false });
  const order: DeviceOrder = deviceOrder.catch('newest').parse(sort);
  const chosenTags = splitTags(tags);
  const query: DeviceListQuery = {
    status: status === 'online,offline' ? undefined : status,
    tags: chosenTags.length > 0 ? joinTags(chosenTags) : undefined,
    sort: order,
  };
  return {
    query,
    status,
    choice: toFilterValue(status),
    chosenTags,
    order,
    isDay: view === 'day',
    isFiltered: query.status !== undefined || chosenTags.length > 0,
    setStatus: (choice: DeviceFilterValue) => go({ status: parseStatus(choice) }),
    setTags: (folded: string[]) => go({ tags: folded.length > 0 ? joinTags(folded) : undefined }),
    setOrder: (next: DeviceOrder) => go({ sort: next === 'newest' ? undefined : next }),
    setDay: (isDay: boolean) => go({ view: isDay ? 'day' : undefined }),
    showAll: () => go({ status: undefined, tags: undefined }),
  };
}
