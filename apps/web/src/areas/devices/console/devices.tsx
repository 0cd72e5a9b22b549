import { useNavigate } from '@tanstack/react-router';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { can } from '@vitrine/contract/capabilities';
import type { ConsoleDevice, DeviceSort } from '@vitrine/contract/console-devices';
import { formatDate } from '../../../lib/format.ts';
import { readOneOf } from '../../../lib/search-params.ts';
import { useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { MoreIcon, PowerIcon, RotateLeftIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { RetryIcon } from '../../../ui/icons.tsx';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ConsoleList } from '../../console/parts/console-list.tsx';
import { DateRangeFields, toTimestamps } from '../../console/parts/date-range.tsx';
import { useConsoleList } from '../../console/use-console-list.ts';
import { type ConsoleDeviceAction, consoleDevicesOptions, type DeviceFilters, useExportDevices } from './api/console-devices.ts';
import { DeviceActionDialog } from './device-action-dialog.tsx';
import { ConnectionBadge, DeviceDetails } from './device-details.tsx';

const SORTS = ['az', 'za', 'ascending', 'descending'] as const satisfies DeviceSort[];
const CONNECTIONS = ['online', 'offline'] as const;
const CONNECTION_CHOICES = [
  { value: 'online', label: 'Online' },
  { value: 'offline', label: 'Offline' },
];
const DEVICE_ACTIONS = ['reboot', 'poweroff', 'factory_reset', 'delete'] as const satisfies ConsoleDeviceAction[];
const NO_FILTERS: ConsoleDevicesSearch = { string: undefined, filter: undefined, from: undefined, until: undefined };

const COLUMNS: ListColumn<ConsoleDevice, DeviceSort>[] = [
  { key: 'name', head: 'Device name', sort: ['az', 'za'], cell: ({ name }) => name },
  { key: 'id', head: 'Device ID', width: '6.5rem', staysBesidePanel: true, cell: ({ deviceId }) => deviceId },
  { key: 'created', head: 'Created', width: '8.25rem', sort: ['ascending', 'descending'], cell: ({ createdAt }) => formatDate(createdAt) },
  {
    key: 'connection',
    head: 'Connection',
    width: '7.75rem',
    staysBesidePanel: true,
    cell: ({ status }) => <ConnectionBadge status={status} />,
  },
  { key: 'owner', head: 'Ownership', width: '24%', cell: ({ createdUser: [owner] }) => <span title={owner?.email}>{owner?.name}</span> },
];

/** Parses the filters in the address, ignoring invalid ones. */
function toDeviceFilters({ string, filter, sort, from, until }: ConsoleDevicesSearch): DeviceFilters {
  const connection = readOneOf(filter, CONNECTIONS);
  return {
    string,
    filter: connection && (connection === 'online' ? '1' : '0'),
    sort: readOneOf(sort, SORTS),
    ...toTimestamps({ from, until }),
  };
}

/** Page of all devices that the administrator may see. */
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
  // The details show the outcome of a command.
  const onDone = ({ _id }: ConsoleDevice, act: ConsoleDeviceAction) =>
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
          actions: (device: ConsoleDevice) => <ConsoleDeviceMenu device={device} onAct={(act) => dialog.open(act, device._id)} />,
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

/** Menu of an administrator's actions on another account's device; each is confirmed. */
const ConsoleDeviceMenu = ({ device, onAct }: { device: ConsoleDevice; onAct: (act: ConsoleDeviceAction) => void }) => (
  <Menu trigger={<IconButton label={`Actions for ${device.name}, ${device.deviceId}`} icon={<MoreIcon size={18} />} />}>
    <MenuItem icon={<RetryIcon size={18} />} onSelect={() => onAct('reboot')}>
      Reboot
    </MenuItem>
    <MenuItem icon={<PowerIcon size={18} />} onSelect={() => onAct('poweroff')}>
      Power off
    </MenuItem>
    <MenuDivider />
    <MenuItem icon={<RotateLeftIcon size={18} />} isDanger onSelect={() => onAct('factory_reset')}>
      Factory reset
    </MenuItem>
    <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => onAct('delete')}>
      Delete
    </MenuItem>
  </Menu>
);

/** Filters and order of the list of all devices, and the device with open details. */
export interface ConsoleDevicesSearch {
  string?: string;
  /** `online` or `offline`. */
  filter?: string;
  sort?: string;
  /** Days, both included. */
  from?: string;
  until?: string;
  device?: string;
}
