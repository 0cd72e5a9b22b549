import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { joinTags, splitTags } from '@vitrine/contract/device-tags';
import { type Device, type DeviceLimit, type DeviceOrder, deviceOrder, isAtDeviceLimit } from '@vitrine/contract/devices';
import { LIMITS } from '@vitrine/contract/limits';
import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useStoredChoice } from '../../../lib/stored-choice.ts';
import { useDebounced } from '../../../lib/typed-search.ts';
import { type IdSelection, useIdSelection } from '../../../lib/use-id-selection.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { ClockIcon, PlusIcon, ScreenIcon } from '../../../ui/app-icons.tsx';
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx';
import { EmptyState, NoMatches } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ViewSwitch } from '../../../ui/toolbar.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { deviceTagsOptions, useReloadDevices } from '../api/bulk-devices.ts';
import { type DeviceListQuery, deviceIdsOptions, deviceListPageOptions } from '../api/devices.ts';
import { getBulkResult } from '../bulk-result-messages.ts';
import { BulkDeviceDialogs, toastBulkResult } from '../parts/bulk-device-dialogs.tsx';
import { DeviceDialogs } from '../parts/device-dialogs.tsx';
import type { DeviceAction } from '../parts/device-list.tsx';
import { DeviceSelectionBar } from '../parts/device-selection-bar.tsx';
import { type DeviceFilterValue, DeviceToolbar, TagChips } from '../parts/device-toolbar.tsx';
import { DeviceGridView, DeviceTableView } from '../parts/device-views.tsx';
import { useMoveTargets } from '../parts/move-devices-dialog.tsx';
import type { DeviceStatusFilter, DevicesSearch } from '../search-params.ts';

/** A grid, a list, or the day of each: the same devices, filtered, ordered and selected in the same way. */
export function DevicesPage() {
  const search = useDevicesSearch();
  const account = useAccountInView();
  const dialog = useDialog();
  const navigate = useNavigate();
  const [view, setView] = useStoredChoice('viewMode', ['Grid', 'List'], 'Grid');
  const [wanted, setWanted] = useState('');
  const text = useDebounced(wanted.trim(), LIMITS.searchDebounceMs);
  const query: DeviceListQuery = { ...search.query, string: wanted.trim() === '' ? undefined : text || undefined };
  const isGrid = view === 'Grid' && !search.isDay;
  const first = useQuery(deviceListPageOptions(account, query, undefined)).data;
  const selection = useIdSelection({ ...deviceIdsOptions(account, query), enabled: true }, dialog.dialog === undefined);
  const tags = useQuery(deviceTagsOptions(account)).data ?? [];
  const isNarrowed = search.isFiltered || query.string !== undefined;
  const onAction = (name: DeviceAction, { _id }: Device) => {
    if (name === 'details') void navigate({ to: '/main/device/devicedetailpage', search: { deviceId: _id } });
    else dialog.open(name, _id);
  };
  const showAll = () => {
    setWanted('');
    search.showAll();
  };
  const list = { account, query, selection, order: search.order, onOrder: search.setOrder, onAction };
  const none = (
    <NoDevices
      wanted={query.string ?? ''}
      status={search.status}
      tags={search.chosenTags}
      action={<AddButton limit={first?.limit} />}
      onClear={showAll}
    />
  );
  return (
    <>
      <PageHeader
        title="Devices"
        note={first && first.devicesCount > 0 ? first.devicesCount.toLocaleString('en-US') : undefined}
        actions={
          <>
            <Link to="/main/alerts" search={{ open: false }} className={buttonClass('quiet')}>
              Alerts
            </Link>
            <AddButton kind="primary" limit={first?.limit} />
          </>
        }
      />
      {selection.ids.size > 0 ? (
        <DevicesSelectionBar selection={selection} total={selection.order?.length ?? first?.devicesCount ?? 0} isFiltered={isNarrowed} />
      ) : (
        <DeviceToolbar
          wanted={wanted}
          onWant={setWanted}
          status={search.choice}
          onStatus={search.setStatus}
          tags={tags}
          chosenTags={search.chosenTags}
          onTags={search.setTags}
          onManageTags={() => dialog.open('tags')}
          sort={search.order}
          onSort={search.setOrder}
          views={
            <ViewSwitch
              value={search.isDay ? undefined : view}
              onChange={(next) => {
                setView(next);
                if (search.isDay) search.setDay(false);
              }}
            >
              <IconButton label="Day plan" icon={<ClockIcon size={18} />} aria-pressed={search.isDay} onClick={() => search.setDay(true)} />
            </ViewSwitch>
          }
        />
      )}
      <TagChips tags={tags} chosenTags={search.chosenTags} onTags={search.setTags} />
      {isGrid ? (
        <DeviceGridView key={JSON.stringify(query)} {...list} none={none} />
      ) : (
        <DeviceTableView {...list} isDay={search.isDay} none={none} />
      )}
      <DeviceDialogs devices={first?.devices ?? []} limit={first?.limit} />
      <BulkDeviceDialogs selection={selection} />
    </>
  );
}

function AddButton({ kind, limit }: { kind?: 'primary'; limit: DeviceLimit | undefined }) {
  const dialog = useDialog();
  const isFull = limit !== undefined && isAtDeviceLimit(limit);
  return (
    <>
      {isFull && (
        <Button kind="quiet" onClick={() => dialog.open('limit')}>
          Why can’t I add a device?
        </Button>
      )}
      <Button kind={kind} icon={<PlusIcon size={18} />} disabled={isFull} onClick={() => dialog.open('add')}>
        Add device
      </Button>
    </>
  );
}

function DevicesSelectionBar({ selection, total, isFiltered }: { selection: IdSelection; total: number; isFiltered: boolean }) {
  const dialog = useDialog();
  const homes = useMoveTargets(useAccountInView());
  const reload = useReloadDevices({
    onSuccess: (outcomes) => toastBulkResult(getBulkResult((count) => `Reloading ${count}`, outcomes)),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <DeviceSelectionBar
      count={selection.ids.size}
      total={total}
      isFiltered={isFiltered}
      isReloading={reload.isPending}
      canMove={homes.length > 1}
      onAll={() => void selection.all()}
      onClear={selection.clear}
      onPublish={() => dialog.open('publishSelected')}
      onReload={() => reload.mutate(selection.inOrder())}
      onSchedule={() => dialog.open('scheduleSelected')}
      onRemove={() => dialog.open('removeSelected')}
      onSettings={() => dialog.open('settingsSelected')}
      onTag={() => dialog.open('tagSelected')}
      onMove={() => dialog.open('moveSelected')}
      onDelete={() => dialog.open('deleteSelected')}
    />
  );
}

interface NoDevicesProps {
  wanted: string;
  status?: DeviceStatusFilter | undefined;
  /** Folded. */
  tags: readonly string[];
  action: ReactNode;
  onClear: () => void;
}

function NoDevices({ wanted, status, tags, action, onClear }: NoDevicesProps) {
  if (wanted) return <NoMatches title={`No devices match “${wanted}”`} onClear={onClear} />;
  const isByStatus = status === 'online' || status === 'offline';
  if (tags.length > 0) {
    const devices = isByStatus ? `${status} devices` : 'devices';
    const which = tags.length === 1 ? `the tag “${tags[0]}”` : `all of these tags: ${tags.join(', ')}`;
    return <NoMatches title={`No ${devices} have ${which}`} onClear={onClear} label="Show all devices" />;
  }
  if (isByStatus) return <NoMatches title={`No devices are ${status}`} onClear={onClear} label="Show all devices" />;
  return (
    <EmptyState icon={<ScreenIcon size={26} />} title="No device available" action={action}>
      Open {window.location.host}/screen on a TV, tablet or photo frame, then add the six-character ID it shows.
    </EmptyState>
  );
}

const toFilterValue = (status: DeviceStatusFilter | undefined): DeviceFilterValue => ({
  online: status?.includes('online') ?? false,
  offline: status?.includes('offline') ?? false,
});
const parseStatus = ({ online, offline }: DeviceFilterValue): DeviceStatusFilter | undefined => {
  if (online && offline) return 'online,offline';
  return online ? 'online' : offline ? 'offline' : undefined;
};

/** Filters, order and view as they stand in the address; what no list knows counts as not there. */
function useDevicesSearch() {
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
