import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { can } from '@vitrine/contract/capabilities';
import type { DeviceLine, DeviceSort } from '@vitrine/contract/console-devices';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { readOneOf } from '../../../lib/search-values.ts';
import { useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ConsoleList } from '../../console/parts/console-list.tsx';
import { DateRangeFields, toTimestamps } from '../../console/parts/date-range.tsx';
import { useExportDevices } from './api/console-device-mutations.ts';
import { type ConsoleDeviceAction, consoleDevicesOptions, type DeviceFilters } from './api/console-devices.ts';
import { ConnectionBadge } from './connection-badge.tsx';
import { DeviceActionDialog } from './device-action-dialog.tsx';
import { DeviceDetails } from './device-details.tsx';
import { ConsoleDeviceMenu } from './device-menu.tsx';
import type { ConsoleDevicesSearch } from './devices-search.ts';

const SORTS = ['az', 'za', 'ascending', 'descending'] as const satisfies DeviceSort[];
const CONNECTIONS = ['online', 'offline'] as const;
const CONNECTION_CHOICES = [
  { value: 'online', label: 'Online' },
  { value: 'offline', label: 'Offline' },
];
const DEVICE_ACTIONS = ['reboot', 'poweroff', 'factory_reset', 'delete'] as const satisfies ConsoleDeviceAction[];
const NO_FILTERS: ConsoleDevicesSearch = { string: undefined, filter: undefined, from: undefined, until: undefined };

const COLUMNS: ListColumn<DeviceLine, DeviceSort>[] = [
  { key: 'name', head: 'Device name', sort: ['az', 'za'], cell: ({ name }) => name },
  { key: 'id', head: 'Device ID', width: '6.5rem', cell: ({ deviceId }) => deviceId },
  { key: 'created', head: 'Created', width: '8.25rem', sort: ['ascending', 'descending'], cell: ({ createdAt }) => formatDate(createdAt) },
  { key: 'connection', head: 'Connection', width: '7.75rem', cell: ({ status }) => <ConnectionBadge status={status} /> },
  { key: 'owner', head: 'Ownership', width: '24%', cell: ({ createdUser: [owner] }) => <span title={owner?.email}>{owner?.name}</span> },
];

/** What an address asks for, as far as there is such a thing. */
function toDeviceFilters({ string, filter, sort, from, until }: ConsoleDevicesSearch): DeviceFilters {
  const connection = readOneOf(filter, CONNECTIONS);
  return {
    string,
    filter: connection && (connection === 'online' ? '1' : '0'),
    sort: readOneOf(sort, SORTS),
    ...toTimestamps({ from, until }),
  };
}

/** Everybody's devices, as far as the administrator sees them. */
export function ConsoleDevicesPage() {
  const search = useSearch({ from: '/admin/devices' });
  const navigate = useNavigate();
  const session = useSession();
  const dialog = useDialog();
  const filters = toDeviceFilters(search);
  const { sort = 'descending', ...narrowing } = filters;
  const list = useInfiniteQuery(consoleDevicesOptions(filters));
  const rows = list.data?.pages.flat() ?? [];
  const toFile = useExportDevices({ onError: (error) => toast.error(getErrorMessage(error)) });
  // A super-admin's list has no such icons (specification 3 §6).
  const isControlled = can(session, 'devices.control') && !session?.isSuperAdmin;
  const go = (patch: ConsoleDevicesSearch, replace = true) =>
    void navigate({ to: '/admin/devices', search: (before) => ({ ...before, ...patch }), replace, resetScroll: false });
  // What comes of a command is in the details.
  const onDone = ({ _id }: DeviceLine, act: ConsoleDeviceAction) =>
    void navigate({
      to: '/admin/devices',
      search: (before) => ({ ...before, dialog: undefined, target: undefined, device: act === 'delete' ? undefined : _id }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <ConsoleList
        title="All Devices"
        label="Devices"
        list={list}
        columns={COLUMNS}
        nameOf={({ name, deviceId }) => `${name}, ${deviceId}`}
        empty={BUSINESS_MESSAGES.noDevice}
        search={{ words: search.string, onChange: (string) => go({ string }), placeholder: 'Device name, ID or owner' }}
        filters={
          <>
            <SelectField
              label="Connection"
              placeholder="All"
              options={CONNECTION_CHOICES}
              value={readOneOf(search.filter, CONNECTIONS) ?? ''}
              onChange={(event) => go({ filter: event.target.value || undefined })}
            />
            <DateRangeFields days={search} what="Created" onChange={go} />
          </>
        }
        isNarrowed={Object.values(narrowing).some((value) => value !== undefined)}
        onShowAll={() => go(NO_FILTERS)}
        sort={sort}
        onSort={(next) => go({ sort: next })}
        {...(isControlled && {
          actionsWidth: '72px',
          actions: (device: DeviceLine) => <ConsoleDeviceMenu device={device} onAct={(act) => dialog.open(act, device._id)} />,
        })}
        openId={search.device}
        onOpen={({ _id }) => go({ device: _id }, search.device !== undefined)}
        onClose={() => go({ device: undefined })}
        panel={search.device === undefined ? undefined : { title: 'Device', content: <DeviceDetails deviceId={search.device} /> }}
        csv={{ isPending: toFile.isPending, onDownload: () => toFile.mutate(filters) }}
      />
      {isControlled && (
        <DeviceActionDialog
          device={rows.find(({ _id }) => _id === dialog.target)}
          act={readOneOf(dialog.dialog, DEVICE_ACTIONS)}
          onClose={dialog.close}
          onDone={onDone}
        />
      )}
    </>
  );
}
