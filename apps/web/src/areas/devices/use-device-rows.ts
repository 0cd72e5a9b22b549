import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import { useCallback, useMemo, useState } from 'react';
import { deviceKeys } from '../../lib/query-keys.ts';
import type { OwnerScope } from '../accounts/owner-scope.ts';
import { type DeviceListQuery, deviceListPageOptions, LIST_PAGE_SIZE } from './api/devices.ts';
import type { VisiblePages } from './use-visible-pages.ts';

/** A place of the list; its device is undefined while its page is on the way. */
export interface DeviceRow {
  _id: string;
  device: Device | undefined;
}

const getPageIndex = (index: number) => Math.floor(index / LIST_PAGE_SIZE);

/** Rows of a complete list by ids, of which only visible pages are requested. */
export function useDeviceRows(scope: OwnerScope, query: DeviceListQuery, ids: readonly string[]) {
  const [seen, setSeen] = useState<VisiblePages>({ first: 0, last: 0 });
  const show = useCallback((from: number, to: number) => {
    const next = { first: getPageIndex(from), last: getPageIndex(Math.max(from, to - 1)) };
    setSeen((before) => (before.first === next.first && before.last === next.last ? before : next));
  }, []);
  return { ...useDevicePages(scope, query, ids, seen, seen), show };
}

/** Devices of a list by ids: those of rendered pages, of which visible ones are requested, and again after each live event. */
export function useDevicePages(
  scope: OwnerScope,
  query: DeviceListQuery,
  ids: readonly string[],
  drawn: VisiblePages,
  { first, last }: VisiblePages,
) {
  const client = useQueryClient();
  const pages = Array.from({ length: drawn.last - drawn.first + 1 }, (_, offset) => drawn.first + offset);
  const found = useQueries({
    queries: pages
      .filter((page) => page * LIST_PAGE_SIZE < ids.length)
      .map((page) => ({
        // A page begins behind the last device of the one before.
        ...deviceListPageOptions(scope, query, page === 0 ? undefined : ids[page * LIST_PAGE_SIZE - 1]),
        enabled: first <= page && page <= last,
      })),
    combine: (answers) => ({
      devices: answers.flatMap(({ data }) => data?.devices ?? []),
      error: answers.find(({ isLoadingError }) => isLoadingError)?.error ?? null,
      refetch: () => void Promise.all(answers.map((answer) => answer.refetch())),
    }),
  });
  const rows = useMemo((): DeviceRow[] => {
    // A device that another order moved to a page that is still loading is shown as on its previous page.
    const before = client.getQueriesData<{ devices: Device[] }>({ queryKey: deviceKeys.pages(scope.orgId ?? scope.userId, query) });
    const known = [...before.flatMap(([, page]) => page?.devices ?? []), ...found.devices];
    const byId = new Map(known.map((device) => [device._id, device]));
    return ids.map((id) => ({ _id: id, device: byId.get(id) }));
  }, [client, scope.orgId, scope.userId, query, ids, found.devices]);
  return { rows, error: found.error, refetch: found.refetch };
}
