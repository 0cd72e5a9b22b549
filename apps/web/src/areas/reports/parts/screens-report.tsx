import { useInfiniteQuery } from '@tanstack/react-query';
import type { ScreensReport as Report } from '@vitrine/contract/reports';
import { formatLimit } from '../../../lib/format.ts';
import { ScreenIcon } from '../../../ui/app-icons.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type ListColumn, ListTable } from '../../../ui/list-table.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Text } from '../../../ui/text.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { type ScreensQuery, screensReportOptions } from '../api/reports.ts';
import { describeTimeZones, formatHours, formatReportDay, formatUptime } from '../report-labels.ts';
import { ChartTitle, ColumnChart } from './bar-chart.tsx';
import { DevicesLink } from './devices-link.tsx';
import { Figures } from './figures.tsx';
import { MissingReport } from './missing-report.tsx';
import { FilterChips } from './report-filters.tsx';
import styles from './reports.module.css';

type Row = Report['rows'][number];

const formatNumber = (value: number) => value.toLocaleString('en-US');

const COLUMNS: ListColumn<Row>[] = [
  { key: 'name', head: 'Screen', cell: ({ name }) => name },
  { key: 'uptime', head: 'Uptime', width: '14%', isNumber: true, cell: formatUptime },
  { key: 'online', head: 'Online', width: '17%', isNumber: true, cell: ({ onlineMs }) => formatHours(onlineMs) },
  { key: 'shown', head: 'Content shown', width: '17%', isNumber: true, cell: ({ shownMs }) => formatHours(shownMs) },
  { key: 'downloads', head: 'Downloads', width: '14%', isNumber: true, cell: ({ downloads }) => formatNumber(downloads) },
  { key: 'bytes', head: 'Downloaded', width: '14%', isNumber: true, cell: ({ downloadBytes }) => formatLimit(downloadBytes) },
];

interface ScreensReportProps {
  scope: OwnerScope;
  query: ScreensQuery;
  onOpen: (deviceId: string) => void;
  onRemove: (key: 'deviceId' | 'tagId' | 'playlistId' | 'mediaId') => void;
}

/** How screens were doing in a period: figures, their uptime by day, and a row for each screen, which opens its plays. */
export function ScreensReport({ scope, query, onOpen, onRemove }: ScreensReportProps) {
  const report = useInfiniteQuery(screensReportOptions(scope, query));
  const first = report.data?.pages[0];
  const chips = <FilterChips filters={query} names={first?.filters} onRemove={onRemove} />;
  if (!first)
    return (
      <>
        {chips}
        <MissingReport error={report.error} onRetry={() => void report.refetch()} />
      </>
    );
  if (first.screens === 0)
    return (
      <>
        {chips}
        <EmptyState icon={<ScreenIcon size={26} />} title="No screens to report on" action={<DevicesLink />}>
          Add a screen. Its uptime is recorded from then on.
        </EmptyState>
      </>
    );
  return (
    <>
      {chips}
      <Figures
        figures={[
          { label: 'Uptime', value: formatUptime(first) },
          { label: 'Screens', value: formatNumber(first.screens) },
          { label: 'Downloads', value: formatNumber(first.downloads) },
          { label: 'Downloaded', value: formatLimit(first.downloadBytes) },
        ]}
      />
      <UptimeChart days={first.days} />
      <ListTable
        label="Screens"
        rows={(report.data?.pages ?? []).flatMap((page) => page.rows)}
        columns={COLUMNS}
        nameOf={({ name }) => name}
        onOpen={({ _id }) => onOpen(_id)}
      />
      {report.hasNextPage && <LoadMore isLoading={report.isFetchingNextPage} onMore={() => void report.fetchNextPage()} />}
      <Text tone="soft" size="sm" className={styles.note}>
        {`${describeTimeZones(first)} Uptime is the share of the operating hours in which a screen was online, checked every five minutes. Without operating hours, it’s the share of the whole day.`}
      </Text>
    </>
  );
}

function UptimeChart({ days }: { days: Report['days'] }) {
  const known = days.filter(({ expectedMs }) => expectedMs > 0);
  if (known.length === 0) return null;
  return (
    <div className={styles.chart}>
      <ChartTitle>Uptime by day</ChartTitle>
      <ColumnChart
        max={100}
        bars={known.map(({ day, onlineMs, expectedMs }) => ({
          key: day,
          label: formatReportDay(day),
          value: (onlineMs / expectedMs) * 100,
        }))}
        format={(value) => `${Math.floor(value * 10) / 10}%`}
      />
      <details className={styles.days}>
        <summary>Show as a list</summary>
        <dl>
          {known.map((day) => (
            <div key={day.day}>
              <dt>{formatReportDay(day.day)}</dt>
              <dd>{formatUptime(day)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
