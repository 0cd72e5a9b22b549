import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PlaysGroup } from '@vitrine/contract/reports';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { MailIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { downloadAllPlays, type PlaysQuery, type ScreensQuery, useDownloadPlays, useDownloadScreens } from '../api/reports.ts';
import { EmailsDialog } from '../parts/emails-dialog.tsx';
import { PlaysReport } from '../parts/plays-report.tsx';
import { PeriodFields, PlaysFields } from '../parts/report-filters.tsx';
import styles from '../parts/reports.module.css';
import { ScreensReport } from '../parts/screens-report.tsx';
import { type Period, PLAYS_GROUPS, parseFilters, parseGroup, parsePeriod, type ReportFilters } from '../report-query.ts';
import type { ReportsSearch, ReportView } from '../search-params.ts';

const VIEWS = [
  { value: 'plays', label: 'Plays' },
  { value: 'screens', label: 'Screens' },
] as const;

const toText = (value: string | number | undefined) => (value === undefined ? undefined : String(value));

/** The report in the address, and functions that change it. */
function useReport() {
  const search = useSearch({ from: '/main/reports' });
  const navigate = useNavigate();
  const edit = (changes: Partial<ReportsSearch>, replace = true) =>
    void navigate({ to: '/main/reports', search: { ...search, ...changes }, replace });
  const setFilters = (filters: ReportFilters, changes: Partial<ReportsSearch> = {}, replace = true) =>
    edit({ ...Object.fromEntries(Object.entries(filters).map(([key, value]) => [key, toText(value)])), ...changes }, replace);
  return {
    view: search.view ?? 'plays',
    period: parsePeriod(search),
    filters: parseFilters(search),
    groupBy: parseGroup(search.by),
    setView: (view: ReportView) => edit({ view }),
    setPeriod: ({ from, to }: Period) => edit({ from, to }),
    setGroup: (by: PlaysGroup) => edit({ by }),
    setFilters,
    clear: () =>
      edit({
        deviceId: undefined,
        tagId: undefined,
        playlistId: undefined,
        mediaId: undefined,
        zone: undefined,
        fromHour: undefined,
        toHour: undefined,
      }),
  };
}

/** Reports of what screens played and how they were doing. */
export function ReportsPage() {
  const scope = useAccountInView();
  const { view, period, filters, groupBy, ...report } = useReport();
  const { dialog, open, close } = useDialog();
  const plays: PlaysQuery = { ...period, ...filters, groupBy };
  const screens: ScreensQuery = { ...period, deviceId: filters.deviceId, tagId: filters.tagId };
  const remove = (key: keyof ReportFilters) => report.setFilters({ [key]: undefined });
  return (
    <>
      <PageHeader
        title="Reports"
        actions={
          <>
            <Button kind="quiet" icon={<MailIcon size={18} />} onClick={() => open('reportEmails')}>
              Email
            </Button>
            {view === 'plays' ? <PlaysDownload scope={scope} query={plays} /> : <ScreensDownload scope={scope} query={screens} />}
          </>
        }
      />
      <div className={styles.fields}>
        <SegmentedChoice label="Report" value={view} onChange={report.setView} choices={VIEWS} />
        <PeriodFields key={`${period.from} ${period.to}`} period={period} onChange={report.setPeriod} />
        {view === 'plays' && (
          <>
            <SelectField
              label="Group by"
              value={groupBy}
              options={PLAYS_GROUPS}
              onChange={(event) => report.setGroup(parseGroup(event.target.value))}
            />
            <PlaysFields filters={filters} onChange={report.setFilters} />
          </>
        )}
      </div>
      {view === 'plays' ? (
        <PlaysReport
          scope={scope}
          query={plays}
          onFilter={(next, by) => report.setFilters(next, { by }, false)}
          onRemove={remove}
          onClear={report.clear}
        />
      ) : (
        <ScreensReport
          scope={scope}
          query={screens}
          onOpen={(deviceId) => report.setFilters({ deviceId }, { view: 'plays', by: 'item' }, false)}
          onRemove={remove}
        />
      )}
      <EmailsDialog scope={scope} isOpen={dialog === 'reportEmails'} onClose={close} />
    </>
  );
}

const showError = { onError: (error: Error) => void toast.error(getErrorMessage(error)) };

function PlaysDownload({ scope, query }: { scope: OwnerScope; query: PlaysQuery }) {
  const table = useDownloadPlays(scope, showError);
  return (
    <Menu
      trigger={
        <Button icon={<DownloadIcon size={18} />} disabled={table.isPending}>
          Download CSV
        </Button>
      }
    >
      <MenuItem onSelect={() => table.mutate(query)}>This table</MenuItem>
      <MenuItem onSelect={() => downloadAllPlays(scope, query)}>All plays by day, screen and item</MenuItem>
    </Menu>
  );
}

function ScreensDownload({ scope, query }: { scope: OwnerScope; query: ScreensQuery }) {
  const table = useDownloadScreens(scope, showError);
  return (
    <Button icon={<DownloadIcon size={18} />} disabled={table.isPending} onClick={() => table.mutate(query)}>
      Download CSV
    </Button>
  );
}
