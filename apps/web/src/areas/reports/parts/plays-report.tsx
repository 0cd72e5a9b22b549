import { useInfiniteQuery } from '@tanstack/react-query';
import type { PlaysGroup, PlaysReportRow, PlaysReport as Report } from '@vitrine/contract/reports';
import { formatMoment } from '../../../lib/format.ts';
import { getPictureSrcSet, getPictureUrl } from '../../../lib/picture-url.ts';
import { ChartIcon } from '../../../ui/app-icons.tsx';
import { EmptyState, NoMatches } from '../../../ui/empty-state.tsx';
import { type ListColumn, ListTable } from '../../../ui/list-table.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { NoteBox } from '../../../ui/panel.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { Text } from '../../../ui/text.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { type PlaysQuery, playsReportOptions } from '../api/reports.ts';
import { describeRow, describeTimeZones, formatHours } from '../report-labels.ts';
import { fillChartRows, PLAYS_GROUPS, type ReportFilters } from '../report-query.ts';
import { ChartTitle, ColumnChart, RowChart } from './bar-chart.tsx';
import { DevicesLink } from './devices-link.tsx';
import { Figures } from './figures.tsx';
import { MissingReport } from './missing-report.tsx';
import { FilterChips } from './report-filters.tsx';
import styles from './reports.module.css';

const THUMBNAIL = { width: 48, height: 34 };
const NEXT_GROUP: Partial<Record<PlaysGroup, { key: keyof ReportFilters; by: PlaysGroup }>> = {
  screen: { key: 'deviceId', by: 'item' },
  tag: { key: 'tagId', by: 'item' },
  playlist: { key: 'playlistId', by: 'item' },
  item: { key: 'mediaId', by: 'screen' },
  zone: { key: 'zone', by: 'item' },
};

const formatNumber = (value: number) => value.toLocaleString('en-US');

type Row = PlaysReportRow & { _id: string };

function ItemCell({ row, group }: { row: Row; group: PlaysGroup }) {
  const label = describeRow(group, row);
  if (group !== 'item') return label;
  return (
    <span className={styles.item}>
      <span className={styles.thumbnail}>
        {row.thumbnailKey && (
          <Picture src={getPictureUrl(row.thumbnailKey, THUMBNAIL)} srcSet={getPictureSrcSet(row.thumbnailKey, THUMBNAIL)} alt="" />
        )}
      </span>
      <Text as="span" breaks="never">
        {label}
      </Text>
    </span>
  );
}

const listColumns = (group: PlaysGroup): ListColumn<Row>[] => [
  {
    key: 'name',
    head: PLAYS_GROUPS.find(({ value }) => value === group)?.label ?? '',
    cell: (row) => <ItemCell row={row} group={group} />,
  },
  { key: 'count', head: 'Plays', width: '22%', isNumber: true, cell: ({ count }) => formatNumber(count) },
  { key: 'shown', head: 'Shown', width: '22%', isNumber: true, cell: ({ shownMs }) => formatHours(shownMs) },
];

interface PlaysReportProps {
  scope: OwnerScope;
  query: PlaysQuery;
  onFilter: (filters: ReportFilters, by: PlaysGroup) => void;
  onRemove: (key: 'deviceId' | 'tagId' | 'playlistId' | 'mediaId') => void;
  onClear: () => void;
}

/** Plays of a period as figures, a chart and a table. A row of the table narrows the report. */
export function PlaysReport({ scope, query, onFilter, onRemove, onClear }: PlaysReportProps) {
  const report = useInfiniteQuery(playsReportOptions(scope, query));
  const first = report.data?.pages[0];
  const rows = (report.data?.pages ?? []).flatMap((page) => page.rows).map((row) => ({ ...row, _id: row.key ?? 'unknown' }));
  const isNarrowed = ['deviceId', 'tagId', 'playlistId', 'mediaId', 'zone', 'fromHour', 'toHour'].some(
    (key) => query[key as keyof ReportFilters] !== undefined,
  );
  const chips = <FilterChips filters={query} names={first?.filters} onRemove={onRemove} />;
  if (!first)
    return (
      <>
        {chips}
        <MissingReport error={report.error} onRetry={() => void report.refetch()} />
      </>
    );
  const next = NEXT_GROUP[query.groupBy];
  const isEmpty = first.count === 0 && first.shownMs === 0;
  return (
    <>
      {chips}
      <ReportNotes report={first} />
      {isEmpty && isNarrowed && <NoMatches title="No plays match these filters" label="Clear filters" onClear={onClear} />}
      {isEmpty && !isNarrowed && <NoPlays />}
      {!isEmpty && (
        <>
          <Figures
            figures={[
              { label: 'Plays', value: formatNumber(first.count) },
              { label: 'Shown', value: formatHours(first.shownMs) },
              { label: 'Screens', value: formatNumber(first.screens) },
            ]}
          />
          <PlaysChart query={query} rows={rows} />
          <ListTable
            label="Plays"
            rows={rows}
            columns={listColumns(query.groupBy)}
            nameOf={(row) => describeRow(query.groupBy, row)}
            onOpen={next && (({ key }) => key !== null && onFilter({ [next.key]: key }, next.by))}
          />
          {report.hasNextPage && <LoadMore isLoading={report.isFetchingNextPage} onMore={() => void report.fetchNextPage()} />}
        </>
      )}
      <Text tone="soft" size="sm" className={styles.note}>
        {describeTimeZones(first)}
      </Text>
    </>
  );
}

function PlaysChart({ query, rows }: { query: PlaysQuery; rows: readonly Row[] }) {
  const group = query.groupBy;
  const bars = fillChartRows(query, rows).map((row) => ({ key: row._id, label: describeRow(group, row), value: row.count }));
  const Chart = group === 'day' || group === 'hour' ? ColumnChart : RowChart;
  return (
    <div className={styles.chart}>
      <ChartTitle>{`Plays by ${PLAYS_GROUPS.find(({ value }) => value === group)?.label.toLowerCase()}`}</ChartTitle>
      <Chart bars={bars} format={formatNumber} />
    </div>
  );
}

function ReportNotes({ report: { missingDays, summedAt } }: { report: Report }) {
  if (missingDays > 0)
    return (
      <NoteBox>
        {missingDays === 1 ? 'One day is' : `${missingDays} days are`} still being added up and missing here. Check again in a few minutes.
      </NoteBox>
    );
  return summedAt ? <NoteBox>Totals include plays reported until {formatMoment(summedAt)}. They’re updated every hour.</NoteBox> : null;
}

const NoPlays = () => (
  <EmptyState icon={<ChartIcon size={26} />} title="No plays in this period" action={<DevicesLink />}>
    Screens report what they show every minute or two. Publish a playlist to a screen, or choose another period.
  </EmptyState>
);
