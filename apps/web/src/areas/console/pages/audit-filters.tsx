import { useQuery } from '@tanstack/react-query';
import type { AuditFilter } from '@vitrine/contract/audit';
import { SelectField } from '../../../ui/select-field.tsx';
import { auditFilterChoicesOptions } from '../api/audit-trail.ts';
import { getActionLabel, getTableLabel } from '../audit-labels.ts';
import type { AuditSearch } from '../parts/audit-search.ts';
import { DateRangeFields, toTimestamps } from '../parts/date-range.tsx';
import { DebouncedField } from '../parts/settled-field.tsx';

/** The trail as it is when nothing narrows it. */
export const NO_AUDIT_FILTERS = {
  actor: undefined,
  owner: undefined,
  action: undefined,
  table: undefined,
  object: undefined,
  from: undefined,
  until: undefined,
};

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What the server is asked for. */
export function toAuditFilter(search: AuditSearch): AuditFilter {
  const { actor, owner, action, table, object } = search;
  const { startDate, endDate } = toTimestamps(search);
  return { actor, owner, action, table, object: object && ID.test(object) ? object : undefined, from: startDate, until: endDate };
}

/** What was chosen stays a choice, also where the trail has it no more. */
const withCurrentChoice = (values: readonly string[], chosen: string | undefined, word: (value: string) => string) =>
  [...new Set([...values, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: word(value) }));

export function AuditFilterFields({ search, onChange }: { search: AuditSearch; onChange: (patch: Partial<AuditSearch>) => void }) {
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
