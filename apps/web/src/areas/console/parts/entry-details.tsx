import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AuditRow } from '@vitrine/contract/audit';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { auditEntryOptions } from '../api/audit-trail.ts';
import { formatDateTime, getActionLabel, getTableLabel } from '../audit-labels.ts';
import styles from '../pages/audit-trail.module.css';
import { EntryDifferences } from './audit-entry.tsx';
import type { AuditSearch } from './audit-search.ts';

type AuditPerson = AuditRow['actor'];

/** Who, whose, what, and how that read before and after; with ways to what belongs together. */
export function AuditEntryPanel({ id, onNarrow }: { id: string; onNarrow: (patch: Partial<AuditSearch>) => void }) {
  const { data: entry, error, isPending, refetch } = useQuery(auditEntryOptions(id));
  if (isPending) return <ListSkeleton view="List" />;
  if (!entry) return <LoadFailure message={getErrorMessage(error)} onRetry={() => void refetch()} />;
  const { actor, owner, objectIds } = entry;
  const [first] = objectIds;
  return (
    <>
      <FactList
        facts={[
          { term: 'Action', value: getActionLabel(entry.action) },
          { term: 'Date', value: formatDateTime(entry.createdAt) },
          { term: 'Performed by', value: <PersonLink person={actor} /> },
          ...(owner ? [{ term: 'Owner', value: <PersonLink person={owner} /> }] : []),
          ...(entry.table ? [{ term: 'Object type', value: getTableLabel(entry.table) }] : []),
          ...(objectIds.length === 1 ? [{ term: 'ID', value: first }] : []),
        ]}
      />
      <EntryDifferences entry={entry} />
      <div className={styles.ways}>
        <Button onClick={() => onNarrow({ actor: actor.email ?? actor._id })}>Show all by {actor.name ?? 'this person'}</Button>
        {owner && <Button onClick={() => onNarrow({ owner: owner.email ?? owner._id })}>Show all for {owner.name ?? 'this owner'}</Button>}
        {objectIds.length === 1 && <Button onClick={() => onNarrow({ object: first })}>Show history of this object</Button>}
      </div>
    </>
  );
}

/** An account that is gone is known by its id alone. */
const PersonLink = ({ person: { _id, name, email } }: { person: AuditPerson }) =>
  name === null ? (
    _id
  ) : (
    <>
      <Link to="/admin/AllUsers" search={{ person: _id }}>
        {name}
      </Link>
      <br />
      {email}
    </>
  );
