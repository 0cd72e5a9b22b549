import { useQueries } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import { useCallback, useMemo, useState } from 'react';
import type { OwnerScope } from '../../../entities/accounts/owner-scope.ts';
import { type DeviceListQuery, deviceListPageOptions, LIST_PAGE } from '../api/devices.ts';

/** A place of the list; its device is undefined while its page is on the way. */
export interface DeviceRow {
  _id: string;
  device: Device | undefined;
}

const pageOf = (index: number) => Math.floor(index / LIST_PAGE);

/** The rows of a whole list by its ids, of which only the pages in sight are asked for. */
export function useDeviceRows(scope: OwnerScope, query: DeviceListQuery, ids: readonly string[]) {
  const [{ first, last }, setSeen] = useState({ first: 0, last: 0 });
  const pages = Array.from({ length: last - first + 1 }, (_, offset) => first + offset).filter((page) => page * LIST_PAGE < ids.length);
  const found = useQueries({
    // A page begins behind the last device of the one before.
    queries: pages.map((page) => deviceListPageOptions(scope, query, page === 0 ? undefined : ids[page * LIST_PAGE - 1])),
    combine: (answers) => ({
      devices: answers.flatMap(({ data }) => data?.devices ?? []),
      limit: answers.find(({ data }) => data)?.data?.limit,
      error: answers.find(({ error }) => error)?.error ?? null,
      refetch: () => void Promise.all(answers.map((answer) => answer.refetch())),
    }),
  });
  const rows = useMemo((): DeviceRow[] => {
    const byId = new Map(found.devices.map((device) => [device._id, device]));
    return ids.map((id) => ({ _id: id, device: byId.get(id) }));
  }, [ids, found.devices]);
  const show = useCallback((from: number, to: number) => {
    const next = { first: pageOf(from), last: pageOf(Math.max(from, to - 1)) };
    setSeen((before) => (before.first === next.first && before.last === next.last ? before : next));
  }, []);
  return { rows, ...found, show };
}
