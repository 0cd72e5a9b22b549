import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditRow } from '@vitrine/contract/audit';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { auditEntriesOptions, useExportAudit } from '../api/audit-trail.ts';
import { formatDateTime, getActionLabel, getTableLabel } from '../audit-labels.ts';
import type { AuditSearch } from '../parts/audit-search.ts';
import { ConsoleList } from '../parts/console-list.tsx';
import { AuditEntryPanel } from '../parts/entry-details.tsx';
import { AuditFilterFields, NO_AUDIT_FILTERS, toAuditFilter } from './audit-filters.tsx';
import styles from './audit-trail.module.css';

const getEntryName = (person: AuditRow['actor'] | null): string => person?.name ?? person?._id ?? '–';

/** What was changed: which one, or how many there were, and of what kind. A thing without a name is known by its id. */
function getChangedObjects({ objectName, objectIds, table }: AuditRow): { which: string; kind?: string } {
  const [id] = objectIds;
  const which = objectIds.length > 1 ? `${objectIds.length} items` : (objectName ?? id);
  const kind = table ? getTableLabel(table) : undefined;
  return which === undefined ? { which: kind ?? '–' } : { which, kind };
}

function ChangedObjects({ row }: { row: AuditRow }) {
  const { which, kind } = getChangedObjects(row);
  return (
    <span title={which}>
      {which}
      <br />
      <span className={styles.soft}>{kind}</span>
    </span>
  );
}

const COLUMNS: ListColumn<AuditRow>[] = [
  { key: 'action', head: 'Action', cell: ({ action }) => getActionLabel(action), width: '24%' },
  { key: 'thing', head: 'Object', cell: (row) => <ChangedObjects row={row} /> },
  { key: 'actor', head: 'Performed by', cell: ({ actor }) => getEntryName(actor), width: '18%' },
  { key: 'owner', head: 'Owner', cell: ({ owner }) => getEntryName(owner), width: '18%' },
  {
    key: 'when',
    head: 'Date',
    cell: ({ createdAt }) => (
      <>
        {formatDateTime(createdAt)}
        <br />
        <span className={styles.soft}>{formatRelative(createdAt)}</span>
      </>
    ),
    width: '10.5rem',
  },
];

/** What administrators changed, the newest first. */
export function AuditPage() {
  const search = useSearch({ from: '/admin/audit' });
  const navigate = useNavigate();
  const filter = toAuditFilter(search);
  const list = useInfiniteQuery(auditEntriesOptions(filter));
  const toFile = useExportAudit({ onError: (error) => toast.error(getErrorMessage(error)) });
  const narrow = (patch: Partial<Record<keyof AuditSearch, string | undefined>>, replace = true) =>
    void navigate({ to: '/admin/audit', search: (before) => ({ ...before, ...patch }), replace, resetScroll: false });
  const openId = search.entry;
  return (
    <ConsoleList
      title="Audit Trail"
      label="Entries"
      list={list}
      columns={COLUMNS}
      nameOf={(row) =>
        `${getActionLabel(row.action)}, ${getChangedObjects(row).which}, by ${getEntryName(row.actor)}, ${formatDateTime(row.createdAt)}`
      }
      empty="No data available"
      search={{ words: search.actor, onChange: (actor) => narrow({ actor }), placeholder: 'Who: email or ID' }}
      filters={<AuditFilterFields search={search} onChange={narrow} />}
      isNarrowed={Object.values(filter).some((value) => value !== undefined)}
      onShowAll={() => narrow(NO_AUDIT_FILTERS)}
      csv={{ isPending: toFile.isPending, onDownload: () => toFile.mutate(filter) }}
      openId={openId}
      onOpen={({ _id }) => narrow({ entry: _id }, openId !== undefined)}
      onClose={() => narrow({ entry: undefined })}
      panel={openId === undefined ? undefined : { title: 'Entry details', content: <AuditEntryPanel id={openId} onNarrow={narrow} /> }}
    />
  );
}
