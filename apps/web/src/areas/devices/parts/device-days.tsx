import { useQueries } from '@tanstack/react-query';
import { DEVICE_LIMITS } from '@vitrine/contract/device-limits';
import type { Device } from '@vitrine/contract/devices';
import { readAt } from '@vitrine/playback';
import { formatTwelveHours } from '../../../lib/wall-clock.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { deviceDaysOptions } from '../../publishing/api/publishes.ts';
import { assignColours, layoutDayLine } from '../../publishing/day-line-layout.ts';
import { DayHours, DayLine, useCurrentMinute } from '../../publishing/parts/day-line.tsx';
import { splitIntoBatches } from '../batching.ts';
import { DeviceRows, type DeviceTableProps, nameColumn } from './device-table.tsx';

/** One line for each device: its day from midnight to midnight, by its own clock. */
export function DeviceDays(props: DeviceTableProps) {
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
        device && `${formatTwelveHours(readAt(now, device).time)} ${device.timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? ''}`,
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

/** Of those that are here, as many in a call as it draws. */
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
