import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditRow } from '@vitrine/contract/audit';
import { auditOptions, useExportAudit } from '../../../features/audit-trail/api/audit-trail.ts';
import { actionWord, momentWord, tableWord } from '../../../features/audit-trail/audit-words.ts';
import { messageOf } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ConsoleList } from '../console/console-list.tsx';
import styles from './audit.module.css';
import { AuditFilterFields, filterOf, NOTHING } from './audit-filters.tsx';
import type { AuditSearch } from './audit-search.ts';
import { EntryDetails } from './entry-details.tsx';

const nameOf = (person: AuditRow['actor'] | null): string => person?.name ?? person?._id ?? '–';

/** What was changed: its name, its kind, or how many there were. */
function thingsOf({ objectName, objectIds, table }: AuditRow): string {
  if (objectIds.length > 1) return `${objectIds.length} · ${tableWord(table ?? '')}`;
  return objectName ?? (table ? tableWord(table) : '–');
}

const COLUMNS: ListColumn<AuditRow>[] = [
  { key: 'action', head: 'Action', cell: ({ action }) => actionWord(action), width: '24%' },
  { key: 'thing', head: 'Thing', cell: thingsOf },
  { key: 'actor', head: 'Who', cell: ({ actor }) => nameOf(actor), width: '18%' },
  { key: 'owner', head: 'Whose', cell: ({ owner }) => nameOf(owner), width: '18%' },
  {
    key: 'when',
    head: 'When',
    cell: ({ createdAt }) => (
      <>
        {momentWord(createdAt)}
        <br />
        <span className={styles.soft}>{formatRelative(createdAt)}</span>
      </>
    ),
    width: '168px',
  },
];

/** What administrators changed, the newest first. */
export function AuditPage() {
  const search = useSearch({ from: '/admin/audit' });
  const navigate = useNavigate();
  const filter = filterOf(search);
  const list = useInfiniteQuery(auditOptions(filter));
  const toFile = useExportAudit({ onError: (error) => toast.error(messageOf(error)) });
  const narrow = (patch: Partial<Record<keyof AuditSearch, string | undefined>>, replace = true) =>
    void navigate({ to: '/admin/audit', search: (before) => ({ ...before, ...patch }) as never, replace, resetScroll: false });
  const openId = search.entry;
  return (
    <ConsoleList
      title="Audit Trail"
      label="Entries"
      list={list}
      columns={COLUMNS}
      nameOf={(row) => `${actionWord(row.action)}, ${thingsOf(row)}, by ${nameOf(row.actor)}, ${momentWord(row.createdAt)}`}
      empty="No data available"
      search={{ words: search.actor, onChange: (actor) => narrow({ actor }), placeholder: 'Who did it: email or id' }}
      filters={<AuditFilterFields search={search} onChange={narrow} />}
      isNarrowed={Object.values(filter).some((value) => value !== undefined)}
      onShowAll={() => narrow(NOTHING)}
      csv={{ isPending: toFile.isPending, onDownload: () => toFile.mutate(filter) }}
      openId={openId}
      onOpen={({ _id }) => narrow({ entry: _id }, openId !== undefined)}
      onClose={() => narrow({ entry: undefined })}
      panel={openId === undefined ? undefined : { title: 'Entry', content: <EntryDetails id={openId} onNarrow={narrow} /> }}
    />
  );
}
