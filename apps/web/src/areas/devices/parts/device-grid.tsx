import { useQuery } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import { type ReactNode, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import type { IdSelection } from '../../../lib/use-id-selection.ts';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import type { AccountInView } from '../../accounts/account-in-view.ts';
import { type DeviceListQuery, deviceIdsOptions, LIST_PAGE_SIZE } from '../api/devices.ts';
import { useDevicePages } from '../use-device-rows.ts';
import { useVisiblePages } from '../use-visible-pages.ts';
import { type DeviceAction, DeviceList } from './device-list.tsx';
import { ListEnd } from './list-end.tsx';

interface DeviceGridProps {
  account: AccountInView;
  query: DeviceListQuery;
  selection: IdSelection;
  onAction: (action: DeviceAction, device: Device) => void;
  none: ReactNode;
}

const NO_IDS: string[] = [];

/** All devices of a list as cards, by their ids: page after page is drawn as one comes to it, and what is in sight is asked for. */
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
