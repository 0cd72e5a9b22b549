import type { AuditRow } from '@vitrine/contract/audit';
import { formatRelative } from '../../../lib/format.ts';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { auditEntriesOptions, useExportAudit } from '../api/audit-trail.ts';
import { formatDateTime, getActionLabel, getTableLabel } from '../audit-labels.ts';
import { ConsoleList } from '../parts/console-list.tsx';
import { AuditEntryPanel } from '../parts/entry-details.tsx';
import { useConsoleList } from '../use-console-list.ts';
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
  const { search, narrow, openId, listProps } = useConsoleList('/admin/audit', {
    toFilters: toAuditFilter,
    options: auditEntriesOptions,
    useExport: useExportAudit,
    noFilters: NO_AUDIT_FILTERS,
    openKey: 'entry',
  });
  return (
    <ConsoleList
      title="Audit Trail"
      label="Entries"
      {...listProps}
      columns={COLUMNS}
      nameOf={(row) =>
        `${getActionLabel(row.action)}, ${getChangedObjects(row).which}, by ${getEntryName(row.actor)}, ${formatDateTime(row.createdAt)}`
      }
      empty="No data available"
      search={{ words: search.actor, onChange: (actor) => narrow({ actor }), placeholder: 'Who: email or ID' }}
      filters={<AuditFilterFields search={search} onChange={narrow} />}
      panel={openId === undefined ? undefined : { title: 'Entry details', content: <AuditEntryPanel id={openId} onNarrow={narrow} /> }}
    />
  );
}
