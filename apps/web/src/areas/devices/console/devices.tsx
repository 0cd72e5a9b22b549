import { useNavigate } from '@tanstack/react-router';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { can } from '@vitrine/contract/capabilities';
import type { DeviceLine, DeviceSort } from '@vitrine/contract/console-devices';
import { formatDate } from '../../../lib/format.ts';
import { readOneOf } from '../../../lib/search-params.ts';
import { useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ConsoleList } from '../../console/parts/console-list.tsx';
import { DateRangeFields, toTimestamps } from '../../console/parts/date-range.tsx';
import { useConsoleList } from '../../console/use-console-list.ts';
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
  const { search, filters, rows, narrow, openId, listProps } = useConsoleList('/admin/devices', {
    toFilters: toDeviceFilters,
    options: consoleDevicesOptions,
    useExport: useExportDevices,
    noFilters: NO_FILTERS,
    otherKeys: ['sort'],
    openKey: 'device',
  });
  const navigate = useNavigate();
  const session = useSession();
  const dialog = useDialog();
  // A super-admin's list has no such icons (specification 3 §6).
  const isControlled = can(session, 'devices.control') && !session?.isSuperAdmin;
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
        {...listProps}
        columns={COLUMNS}
        nameOf={({ name, deviceId }) => `${name}, ${deviceId}`}
        empty={BUSINESS_MESSAGES.noDevice}
        search={{ words: search.string, onChange: (string) => narrow({ string }), placeholder: 'Device name, ID or owner' }}
        filters={
          <>
            <SelectField
              label="Connection"
              placeholder="All"
              options={CONNECTION_CHOICES}
              value={readOneOf(search.filter, CONNECTIONS) ?? ''}
              onChange={(event) => narrow({ filter: event.target.value || undefined })}
            />
            <DateRangeFields days={search} what="Created" onChange={narrow} />
          </>
        }
        sort={filters.sort ?? 'descending'}
        onSort={(sort) => narrow({ sort })}
        {...(isControlled && {
          actionsWidth: '72px',
          actions: (device: DeviceLine) => <ConsoleDeviceMenu device={device} onAct={(act) => dialog.open(act, device._id)} />,
        })}
        panel={openId === undefined ? undefined : { title: 'Device', content: <DeviceDetails deviceId={openId} /> }}
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
