import { useQuery } from '@tanstack/react-query';
import type { AuditFilter, AuditRow } from '@vitrine/contract/audit';
import { formatRelative } from '../../../lib/format.ts';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { auditEntriesOptions, auditFilterChoicesOptions, useExportAudit } from '../api/audit-trail.ts';
import { formatDateTime, getActionLabel, getTableLabel } from '../audit-labels.ts';
import { AuditEntryPanel, type AuditSearch } from '../parts/audit-entry.tsx';
import { ConsoleList } from '../parts/console-list.tsx';
import { DateRangeFields, toTimestamps } from '../parts/date-range.tsx';
import { DebouncedField } from '../parts/search-field.tsx';
import { useConsoleList } from '../use-console-list.ts';

const getEntryName = (person: AuditRow['actor'] | null): string => person?.name ?? person?._id ?? '–';

/** Returns the changed object or the number of objects, and their kind. Objects without a name are shown by id. */
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
      <Text as="span" tone="soft">
        {kind}
      </Text>
    </span>
  );
}

const COLUMNS: ListColumn<AuditRow>[] = [
  { key: 'action', head: 'Action', cell: ({ action }) => getActionLabel(action), width: '24%' },
  { key: 'thing', head: 'Object', staysBesidePanel: true, cell: (row) => <ChangedObjects row={row} /> },
  { key: 'actor', head: 'Performed by', cell: ({ actor }) => getEntryName(actor), width: '18%' },
  { key: 'owner', head: 'Owner', cell: ({ owner }) => getEntryName(owner), width: '18%' },
  {
    key: 'when',
    staysBesidePanel: true,
    head: 'Date',
    cell: ({ createdAt }) => (
      <>
        {formatDateTime(createdAt)}
        <br />
        <Text as="span" tone="soft">
          {formatRelative(createdAt)}
        </Text>
      </>
    ),
    width: '10.5rem',
  },
];

/** Changes by administrators, newest first. */
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

/** The trail as it is when nothing narrows it. */
const NO_AUDIT_FILTERS = {
  actor: undefined,
  owner: undefined,
  action: undefined,
  table: undefined,
  object: undefined,
  from: undefined,
  until: undefined,
};

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the filter of the request. */
function toAuditFilter(search: AuditSearch): AuditFilter {
  const { actor, owner, action, table, object } = search;
  const { startDate, endDate } = toTimestamps(search);
  return { actor, owner, action, table, object: object && ID.test(object) ? object : undefined, from: startDate, until: endDate };
}

/** Keeps the chosen value as an option, even if the audit trail no longer contains it. */
const withCurrentChoice = (values: readonly string[], chosen: string | undefined, word: (value: string) => string) =>
  [...new Set([...values, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: word(value) }));

function AuditFilterFields({ search, onChange }: { search: AuditSearch; onChange: (patch: Partial<AuditSearch>) => void }) {
  const { data: choices } = useQuery(auditFilterChoicesOptions);
  return (
    <>
      <DebouncedField label="Owner" placeholder="Email, ID" size={14} words={search.owner} onChange={(owner) => onChange({ owner })} />
      <SelectField
        label="Action"
        placeholder="All"
        options={withCurrentChoice(choices?.actions ?? [], search.action, getActionLabel)}
        value={search.action ?? ''}
        onChange={(event) => onChange({ action: event.target.value || undefined })}
      />
      <SelectField
        label="Object type"
        placeholder="All"
        options={withCurrentChoice(choices?.tables ?? [], search.table, getTableLabel)}
        value={search.table ?? ''}
        onChange={(event) => onChange({ table: event.target.value || undefined })}
      />
      <DebouncedField
        label="Object"
        placeholder="ID"
        size={14}
        words={search.object}
        onChange={(object) => onChange({ object })}
        {...(search.object && !ID.test(search.object) && { error: 'Enter a valid ID.' })}
      />
      <DateRangeFields days={search} what="Date" onChange={onChange} />
    </>
  );
}
