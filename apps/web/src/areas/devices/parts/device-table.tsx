import { Link } from '@tanstack/react-router';
import type { Device, DeviceOrder } from '@vitrine/contract/devices';
import { formatDate, formatRelative } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type ListColumn, ListTable } from '../../../ui/list-table.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { CheckCircle } from '../../../ui/toggles.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { FamilyBadge } from '../../families/parts/family-badge.tsx';
import { getDeviceStateLabel } from '../../publishing/screen-progress.ts';
import { getDeviceWarnings } from '../device-labels.ts';
import type { DeviceRow } from '../use-device-rows.ts';
import { type DeviceAction, DeviceMenu } from './device-list.tsx';
import styles from './device-table.module.css';
import { TagList } from './tags.tsx';

/** Room for every column; below, what is looked at less has none. On a card there is room for all. */
const ROOMY = '(min-width: 100rem), (max-width: 49.9375rem)';
const MEDIUM = '(min-width: 81.25rem), (max-width: 49.9375rem)';

type Column = ListColumn<DeviceRow, DeviceOrder>;

/** Renders a loaded device, or a placeholder of its size. */
const cell = (draw: (device: Device) => React.ReactNode) => (row: DeviceRow) =>
  row.device ? draw(row.device) : <Skeleton style={{ height: 16, width: '70%' }} />;

export const nameColumn: Column = {
  key: 'name',
  head: 'Name',
  width: '16%',
  sort: ['az', 'za'],
  cell: cell((device) => (
    <span className={styles.name}>
      <Link to="/main/device/devicedetailpage" search={{ deviceId: device._id }} title={device.name}>
        {device.name}
      </Link>
      <FamilyBadge of={device} isOnPicture={false} />
    </span>
  )),
};

export const statusColumn: Column = {
  key: 'status',
  head: 'Status',
  sort: ['offline', 'online'],
  isLong: true,
  cell: cell((device) => {
    const words = getDeviceStateLabel(device);
    return (
      <span title={words}>
        <span className={styles.light} data-light={device.status === 1 ? 'online' : 'offline'} />
        {words}
      </span>
    );
  }),
};

const COLUMNS: Column[] = [
  nameColumn,
  { key: 'id', head: 'ID', width: '5rem', cell: cell(({ deviceId }) => deviceId) },
  statusColumn,
  { key: 'tags', head: 'Tags', width: '12%', isLong: true, cell: cell(({ tags }) => <TagList tags={tags} />) },
];
const LAST_SEEN: Column = {
  key: 'seen',
  head: 'Last seen',
  width: '6.5rem',
  sort: ['seenasc', 'seen'],
  cell: cell(({ status, seenAt }) => (status === 1 ? 'Now' : formatRelative(seenAt))),
};
const WARNINGS: Column = {
  key: 'warnings',
  head: 'Warnings',
  width: '10%',
  isLong: true,
  cell: cell((device) => {
    const [first, ...others] = getDeviceWarnings(device);
    if (!first) return null;
    return (
      <span title={[first, ...others].join(', ')}>
        <Badge tone="danger">{first}</Badge>
        {others.length > 0 && ` +${others.length}`}
      </span>
    );
  }),
};
const ZONE: Column = {
  key: 'zone',
  head: 'Time zone',
  width: '7rem',
  cell: cell(({ timeZone }) => <span title={timeZone}>{timeZone.split('/').at(-1)?.replaceAll('_', ' ')}</span>),
};
const VERSION: Column = { key: 'version', head: 'Version', width: '4.75rem', cell: cell(({ versionCode }) => versionCode) };
const ADDED: Column = {
  key: 'added',
  head: 'Added',
  width: '6.5rem',
  sort: ['oldest', 'newest'],
  cell: cell(({ createdAt }) => formatDate(createdAt)),
};

export interface DeviceTableProps {
  rows: readonly DeviceRow[];
  sort: DeviceOrder;
  onSort: (sort: DeviceOrder) => void;
  onShow: (from: number, to: number) => void;
  selected: ReadonlySet<string>;
  onPick: (id: string, isRange: boolean) => void;
  onAction: (action: DeviceAction, device: Device) => void;
}

/** Devices in a dense table, of which only those in sight are drawn. */
export function DeviceTable(props: DeviceTableProps) {
  const [isRoomy, isMedium] = [useMediaQuery(ROOMY), useMediaQuery(MEDIUM)];
  const columns = [
    ...COLUMNS,
    ...(isMedium ? [ZONE] : []),
    LAST_SEEN,
    ...(isMedium ? [VERSION, WARNINGS] : []),
    ...(isRoomy ? [ADDED] : []),
  ];
  return <DeviceRows {...props} columns={columns} />;
}

/** Rows with other columns, selected in the same way. */
export function DeviceRows({
  rows,
  columns,
  sort,
  onSort,
  onShow,
  selected,
  onPick,
  onAction,
}: DeviceTableProps & { columns: readonly Column[] }) {
  const nameOf = ({ device }: DeviceRow) => device?.name ?? 'device';
  return (
    <ListTable
      label="Devices"
      rows={rows}
      columns={columns}
      nameOf={nameOf}
      sort={sort}
      onSort={onSort}
      onShow={onShow}
      isSelected={({ _id }) => selected.has(_id)}
      check={(row) => (
        <CheckCircle label={`Select ${nameOf(row)}`} isOn={selected.has(row._id)} onPick={(isRange) => onPick(row._id, isRange)} />
      )}
      actions={({ device }) => device && <DeviceMenu device={device} onAction={(action) => onAction(action, device)} />}
      actionsWidth="76px"
    />
  );
}
